import pathlib, re, sys
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
def sentences(text, least=5):
    # adjacent literals are one
    text = re.sub(r'//[^\n"]*(?=\n)', '', text)
    for m in re.finditer(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+', text):
        words = "".join(LITERAL.findall(m[0]))
        if len(re.findall(r"[A-Za-z]{2,}", words)) >= least and ' ' in words:
            yield text.count("\n", 0, m.start()) + 1, words
if __name__ == "__main__":
    root = pathlib.Path(__file__).parents[2]
    for f in sys.argv[1:]:
        for p in sorted((root/"harness"/f).rglob("*.cpp")) + sorted((root/"harness"/f).rglob("*.h")) if (root/"harness"/f).is_dir() else [root/"harness"/f]:
            if "tests" in p.parts or "include" in p.parts: continue
            for line, words in sentences(p.read_text()):
                print(f"{p.relative_to(root/'harness')}:{line}: {words[:150]}")
