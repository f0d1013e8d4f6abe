// .vitepress/config.js
import { defineConfig } from "file:///work/wt/site/docs/node_modules/vitepress/dist/node/index.js";

// package.json
var package_default = {
  name: "warp-ladder-site",
  description: "The tutorial as a site: VitePress over the Markdown of this folder",
  repository: "https://github.com/warp-ladder/warp-ladder",
  private: true,
  type: "module",
  engines: {
    node: ">=20"
  },
  scripts: {
    build: "vitepress build",
    serve: "vitepress preview",
    write: "vitepress dev",
    test: "node --test .vitepress/tests/"
  },
  devDependencies: {
    "playwright-core": "1.65.1",
    vitepress: "1.6.4"
  },
  overrides: {
    rollup: "4.67.4"
  }
};

// .vitepress/anchors.js
var anchor = (heading) => heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").replace(/ /g, "-");

// .vitepress/exercise.js
var mark = /^<!-- exercise: (\S+) .*-->$/gm;
function exerciseMark(md) {
  md.core.ruler.before("normalize", "exercise", (state) => {
    state.src = state.src.replace(mark, (whole, id) => `${whole}

\`\`\`sh
./ladder practice ${id}
\`\`\`
`);
  });
}

// .vitepress/files.js
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve as resolve2 } from "node:path";

// .vitepress/ladder.js
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
var __vite_injected_original_dirname = "/work/wt/site/docs/.vitepress";
var repository = resolve(__vite_injected_original_dirname, "../..");
function ladder(...args) {
  const program = resolve(repository, process.env.LADDER || "ladder");
  return JSON.parse(
    execFileSync(program, args, {
      cwd: repository,
      env: { LADDER_PRESET: "cpu", ...process.env },
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "inherit"]
    })
  );
}
var stages;
var allStages = () => stages ??= ladder("list", "--json");
var traces = /* @__PURE__ */ new Map();
function trace(id, options) {
  const flags = Object.entries({ input: "iota", ...options }).flatMap(([key2, value]) => [`--${key2.replace("_", "-")}`, value]);
  const key = [id, ...flags].join(" ");
  if (!traces.has(key)) traces.set(key, ladder("trace", id, ...flags, "--quiet", "--json", "-"));
  return traces.get(key);
}

// .vitepress/files.js
var languages = { ".cu": "cpp", ".cuh": "cpp", ".h": "cpp", ".cpp": "cpp", ".py": "python", ".sh": "bash", ".md": "markdown" };
var isFolder = (file) => statSync(join(repository, file)).isDirectory();
var isSource = (file) => extname(file) in languages || !extname(file);
var address = (file) => isFolder(file) ? `/files/${file}/` : isSource(file) ? `/files/${file}.html` : `/files/${file}`;
function target(page, href) {
  if (/^([a-z]+:|\/|#)/i.test(href)) return void 0;
  return relative(repository, resolve2(dirname(page), decodeURI(href.replace(/[?#].*$/, ""))));
}
var isPage = (file) => file.startsWith("docs/") && file.endsWith(".md");
function linkedFiles(pages2) {
  const files = /* @__PURE__ */ new Set();
  for (const page of pages2.map((name) => join(repository, "docs", `${name}.md`)))
    for (const [, href] of readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
      const file = target(page, href);
      if (!file || isPage(file) || file.startsWith("..") || !existsSync(join(repository, file))) continue;
      files.add(file);
      if (isFolder(file)) for (const name of readdirSync(join(repository, file))) files.add(join(file, name));
    }
  return [...files].sort();
}
var copies = (files) => files.filter((file) => !isFolder(file) && !isSource(file)).map((file) => [`files/${file}`, () => readFileSync(join(repository, file))]);
function fileLinks(md) {
  md.core.ruler.push("file-links", ({ tokens, env }) => {
    for (const link of tokens.flatMap((token) => token.children ?? []).filter((token) => token.type === "link_open")) {
      const href = link.attrGet("href");
      const file = env.path && target(env.path, href);
      if (!file) continue;
      if (file === "docs/README.md") link.attrSet("href", href.replace(/(\.\/)?README\.md/, "./tutorial.md"));
      if (isPage(file)) continue;
      if (file.startsWith("..") || !existsSync(join(repository, file))) throw new Error(`${relative(repository, env.path)}: the link to ${href} leads nowhere`);
      link.attrSet("href", address(file));
    }
  });
}

// .vitepress/pages.js
import { readdirSync as readdirSync2 } from "node:fs";
import { join as join2 } from "node:path";
var docs = join2(repository, "docs");
var pages = () => readdirSync2(docs, { recursive: true }).filter((file) => file.endsWith(".md") && !/^(node_modules|\.vitepress|files)\//.test(file)).map((file) => file.slice(0, -".md".length)).sort();
var front = "front";
var frontMatter = { sidebar: false, aside: false, outline: false, prev: false, next: false, pageClass: "front", titleTemplate: ":title: how a GPU kernel becomes fast" };

// .vitepress/pictures.js
function pictures(md) {
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (...args) => `<Picture>${image(...args)}</Picture>`;
}

// .vitepress/publish.js
function publish(files) {
  const byAddress = new Map(files);
  let forPages = false;
  return {
    name: "publish",
    configResolved(config) {
      forPages = !config.build.ssr;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const make = byAddress.get(decodeURI(request.url.replace(/[?#].*$/, "")).slice(server.config.base.length));
        if (make) response.end(make());
        else next();
      });
    },
    generateBundle() {
      if (forPages) for (const [fileName, make] of byAddress) this.emitFile({ type: "asset", fileName, source: make() });
    }
  };
}

// .vitepress/reading.js
import { existsSync as existsSync2, readFileSync as readFileSync2 } from "node:fs";
import { join as join3 } from "node:path";
var title = (words2) => (words2.includes(" ") ? words2[0].toUpperCase() + words2.slice(1) : words2).replaceAll("`", "");
var below = (docs2, page) => [...new Set([...readFileSync2(join3(docs2, `${page}.md`), "utf8").matchAll(new RegExp(`\\]\\((${page}/[^):#]+)\\.md\\)`, "g"))].map(([, name]) => name))].map((name) => ({
  text: readFileSync2(join3(docs2, `${name}.md`), "utf8").match(/^# (.*)/)[1].replaceAll("`", ""),
  link: `/${name}`
}));
var rungs = (docs2, track) => allStages().filter((stage) => stage.track === track && existsSync2(join3(docs2, `${stage.id}.md`))).map((stage) => ({ text: `${stage.stage}: ${stage.idea}`, link: `/${stage.id}` }));
function sidebar(docs2, pages2) {
  const groups = [];
  const seen = /* @__PURE__ */ new Set(["README", front]);
  for (const line of readFileSync2(join3(docs2, "README.md"), "utf8").split("\n")) {
    const heading = line.match(/^## (.*)/);
    if (heading) groups.push({ text: heading[1], items: [] });
    if (groups.length === 0) continue;
    for (const [, text, page] of line.matchAll(/\[([^\]]+)\]\(([^):#]+)\.md\)/g)) {
      if (seen.has(page) || page.startsWith(".")) continue;
      const stages2 = rungs(docs2, page);
      const items = stages2.length > 0 ? stages2 : below(docs2, page);
      for (const name of [page, ...items.map(({ link }) => link.slice(1))]) seen.add(name);
      groups.at(-1).items.push({ text: title(text), link: `/${page}`, ...items.length > 0 && { items, collapsed: true } });
    }
  }
  const lost = pages2.filter((page) => !seen.has(page));
  if (lost.length > 0) throw new Error(`docs/README.md: no link leads to ${lost.map((page) => `${page}.md`).join(", ")}`);
  return groups.filter((group) => group.items.length > 0);
}

// .vitepress/stepper.js
import { existsSync as existsSync3, readFileSync as readFileSync3 } from "node:fs";
import { join as join4 } from "node:path";
var opening = /^<!-- stepper: (.*?) -->$/gm;
function parse(mark2) {
  const words2 = mark2.trim().split(/\s+/);
  const options = Object.fromEntries(words2.filter((word) => word.includes("=")).map((word) => word.split("=")));
  return words2.filter((word) => !word.includes("=")).map((id) => {
    const name = [id.replace("/", "-"), ...Object.entries(options).map((pair) => pair.join("-"))].join("_");
    return { id, options, file: `traces/${name}.json` };
  });
}
function stepperMark(md) {
  md.core.ruler.push("stepper", ({ tokens, env }) => {
    const kind = env.relativePath === "index.md" ? " front" : "";
    for (const token of tokens.filter((token2) => token2.type === "html_block")) {
      const block = token.content.trim();
      for (const [whole, mark2] of block.matchAll(opening))
        token.content = token.content.replace(whole, `<Stepper traces="${parse(mark2).map(({ file }) => `/${file}`).join(" ")}"${kind}>`);
      token.content = token.content.replace(/^<!-- \/stepper -->$/m, "</Stepper>");
    }
  });
}
function withSources({ id, options }) {
  const recorded = trace(id, options);
  const files = /* @__PURE__ */ new Set([recorded.file]);
  for (const { steps } of recorded.intervals) for (const { file } of steps) if (file) files.add(file);
  const sources = Object.fromEntries([...files].map((file) => [file, readFileSync3(join4(repository, file), "utf8").split("\n")]));
  return JSON.stringify({ ...recorded, sources });
}
var marks = (file) => existsSync3(join4(docs, file)) ? [...readFileSync3(join4(docs, file), "utf8").matchAll(opening)] : [];
var hasStepper = (file) => marks(file).length > 0;
var traceFiles = (pages2) => pages2.flatMap(
  (name) => marks(`${name}.md`).flatMap(([, mark2]) => parse(mark2).map((wanted) => [wanted.file, () => withSources(wanted)]))
);

// .vitepress/words.js
function words(text) {
  const found = [];
  for (const word of text.split(/[\s\p{P}\p{S}]+/u)) {
    for (const run of word.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu) ?? []) {
      const characters = Array.from(run);
      if (!/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u.test(run) || characters.length === 1) found.push(run);
      else for (let i = 0; i + 1 < characters.length; i++) found.push(characters[i] + characters[i + 1]);
    }
  }
  return found;
}

// .vitepress/config.js
var icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#2f81c7" stroke-width="4" stroke-linecap="round"><path d="M9 3v26M23 3v26M9 9h14M9 16h14M9 23h14"/></g></svg>`;
var names = pages();
var config_default = defineConfig({
  title: "Warp Ladder",
  description: "How a GPU kernel becomes fast, one stage at a time",
  lang: "en-GB",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  rewrites: { [`${front}.md`]: "index.md", "README.md": "tutorial.md" },
  markdown: {
    anchor: { slugify: anchor },
    attrs: { disable: true },
    // GitHub shows {…} as it is written
    languageAlias: { cuda: "cpp" },
    config: (md) => md.use(exerciseMark).use(pictures).use(fileLinks).use(stepperMark)
  },
  transformPageData: ({ filePath, frontmatter }) => {
    if (filePath === `${front}.md`) Object.assign(frontmatter, frontMatter);
    else if (hasStepper(filePath)) Object.assign(frontmatter, { aside: false, pageClass: "with-stepper" });
  },
  vite: { plugins: [publish([...copies(linkedFiles(names)), ...traceFiles(names)])] },
  themeConfig: {
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "First steps", link: "/first" },
      { text: "Try your program", link: "/try" },
      { text: "Glossary", link: "/glossary" },
      { text: "Repository", link: package_default.repository }
    ],
    sidebar: sidebar(docs, names),
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: "local", options: { miniSearch: { options: { tokenize: words } } } }
  }
});
export {
  config_default as default
};
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiLnZpdGVwcmVzcy9jb25maWcuanMiLCAicGFja2FnZS5qc29uIiwgIi52aXRlcHJlc3MvYW5jaG9ycy5qcyIsICIudml0ZXByZXNzL2V4ZXJjaXNlLmpzIiwgIi52aXRlcHJlc3MvZmlsZXMuanMiLCAiLnZpdGVwcmVzcy9sYWRkZXIuanMiLCAiLnZpdGVwcmVzcy9wYWdlcy5qcyIsICIudml0ZXByZXNzL3BpY3R1cmVzLmpzIiwgIi52aXRlcHJlc3MvcHVibGlzaC5qcyIsICIudml0ZXByZXNzL3JlYWRpbmcuanMiLCAiLnZpdGVwcmVzcy9zdGVwcGVyLmpzIiwgIi52aXRlcHJlc3Mvd29yZHMuanMiXSwKICAic291cmNlc0NvbnRlbnQiOiBbImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3MvY29uZmlnLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL2NvbmZpZy5qc1wiO2ltcG9ydCB7IGRlZmluZUNvbmZpZyB9IGZyb20gJ3ZpdGVwcmVzcydcbmltcG9ydCBzaXRlIGZyb20gJy4uL3BhY2thZ2UuanNvbicgd2l0aCB7IHR5cGU6ICdqc29uJyB9XG5pbXBvcnQgeyBhbmNob3IgfSBmcm9tICcuL2FuY2hvcnMuanMnXG5pbXBvcnQgeyBleGVyY2lzZU1hcmsgfSBmcm9tICcuL2V4ZXJjaXNlLmpzJ1xuaW1wb3J0IHsgY29waWVzLCBmaWxlTGlua3MsIGxpbmtlZEZpbGVzIH0gZnJvbSAnLi9maWxlcy5qcydcbmltcG9ydCB7IGRvY3MsIGZyb250LCBmcm9udE1hdHRlciwgcGFnZXMgfSBmcm9tICcuL3BhZ2VzLmpzJ1xuaW1wb3J0IHsgcGljdHVyZXMgfSBmcm9tICcuL3BpY3R1cmVzLmpzJ1xuaW1wb3J0IHsgcHVibGlzaCB9IGZyb20gJy4vcHVibGlzaC5qcydcbmltcG9ydCB7IHNpZGViYXIgfSBmcm9tICcuL3JlYWRpbmcuanMnXG5pbXBvcnQgeyBoYXNTdGVwcGVyLCBzdGVwcGVyTWFyaywgdHJhY2VGaWxlcyB9IGZyb20gJy4vc3RlcHBlci5qcydcbmltcG9ydCB7IHdvcmRzIH0gZnJvbSAnLi93b3Jkcy5qcydcblxuY29uc3QgaWNvbiA9IGA8c3ZnIHhtbG5zPVwiaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmdcIiB2aWV3Qm94PVwiMCAwIDMyIDMyXCI+PGcgZmlsbD1cIm5vbmVcIiBzdHJva2U9XCIjMmY4MWM3XCIgc3Ryb2tlLXdpZHRoPVwiNFwiIHN0cm9rZS1saW5lY2FwPVwicm91bmRcIj48cGF0aCBkPVwiTTkgM3YyNk0yMyAzdjI2TTkgOWgxNE05IDE2aDE0TTkgMjNoMTRcIi8+PC9nPjwvc3ZnPmBcbmNvbnN0IG5hbWVzID0gcGFnZXMoKVxuXG5leHBvcnQgZGVmYXVsdCBkZWZpbmVDb25maWcoe1xuICB0aXRsZTogJ1dhcnAgTGFkZGVyJyxcbiAgZGVzY3JpcHRpb246ICdIb3cgYSBHUFUga2VybmVsIGJlY29tZXMgZmFzdCwgb25lIHN0YWdlIGF0IGEgdGltZScsXG4gIGxhbmc6ICdlbi1HQicsXG4gIGhlYWQ6IFtbJ2xpbmsnLCB7IHJlbDogJ2ljb24nLCB0eXBlOiAnaW1hZ2Uvc3ZnK3htbCcsIGhyZWY6IGBkYXRhOmltYWdlL3N2Zyt4bWwsJHtlbmNvZGVVUklDb21wb25lbnQoaWNvbil9YCB9XV0sXG4gIHJld3JpdGVzOiB7IFtgJHtmcm9udH0ubWRgXTogJ2luZGV4Lm1kJywgJ1JFQURNRS5tZCc6ICd0dXRvcmlhbC5tZCcgfSxcbiAgbWFya2Rvd246IHtcbiAgICBhbmNob3I6IHsgc2x1Z2lmeTogYW5jaG9yIH0sXG4gICAgYXR0cnM6IHsgZGlzYWJsZTogdHJ1ZSB9LCAvLyBHaXRIdWIgc2hvd3Mge1x1MjAyNn0gYXMgaXQgaXMgd3JpdHRlblxuICAgIGxhbmd1YWdlQWxpYXM6IHsgY3VkYTogJ2NwcCcgfSxcbiAgICBjb25maWc6IChtZCkgPT4gbWQudXNlKGV4ZXJjaXNlTWFyaykudXNlKHBpY3R1cmVzKS51c2UoZmlsZUxpbmtzKS51c2Uoc3RlcHBlck1hcmspXG4gIH0sXG4gIHRyYW5zZm9ybVBhZ2VEYXRhOiAoeyBmaWxlUGF0aCwgZnJvbnRtYXR0ZXIgfSkgPT4ge1xuICAgIGlmIChmaWxlUGF0aCA9PT0gYCR7ZnJvbnR9Lm1kYCkgT2JqZWN0LmFzc2lnbihmcm9udG1hdHRlciwgZnJvbnRNYXR0ZXIpXG4gICAgZWxzZSBpZiAoaGFzU3RlcHBlcihmaWxlUGF0aCkpIE9iamVjdC5hc3NpZ24oZnJvbnRtYXR0ZXIsIHsgYXNpZGU6IGZhbHNlLCBwYWdlQ2xhc3M6ICd3aXRoLXN0ZXBwZXInIH0pIC8vIGEgc3RlcHBlciBpcyB3aWRlXG4gIH0sXG4gIHZpdGU6IHsgcGx1Z2luczogW3B1Ymxpc2goWy4uLmNvcGllcyhsaW5rZWRGaWxlcyhuYW1lcykpLCAuLi50cmFjZUZpbGVzKG5hbWVzKV0pXSB9LFxuICB0aGVtZUNvbmZpZzoge1xuICAgIG5hdjogW1xuICAgICAgeyB0ZXh0OiAnVHV0b3JpYWwnLCBsaW5rOiAnL3R1dG9yaWFsJyB9LFxuICAgICAgeyB0ZXh0OiAnRmlyc3Qgc3RlcHMnLCBsaW5rOiAnL2ZpcnN0JyB9LFxuICAgICAgeyB0ZXh0OiAnVHJ5IHlvdXIgcHJvZ3JhbScsIGxpbms6ICcvdHJ5JyB9LFxuICAgICAgeyB0ZXh0OiAnR2xvc3NhcnknLCBsaW5rOiAnL2dsb3NzYXJ5JyB9LFxuICAgICAgeyB0ZXh0OiAnUmVwb3NpdG9yeScsIGxpbms6IHNpdGUucmVwb3NpdG9yeSB9XG4gICAgXSxcbiAgICBzaWRlYmFyOiBzaWRlYmFyKGRvY3MsIG5hbWVzKSxcbiAgICBvdXRsaW5lOiBbMiwgM10sXG4gICAgZXh0ZXJuYWxMaW5rSWNvbjogdHJ1ZSxcbiAgICBzZWFyY2g6IHsgcHJvdmlkZXI6ICdsb2NhbCcsIG9wdGlvbnM6IHsgbWluaVNlYXJjaDogeyBvcHRpb25zOiB7IHRva2VuaXplOiB3b3JkcyB9IH0gfSB9XG4gIH1cbn0pXG4iLCAie1xuICBcIm5hbWVcIjogXCJ3YXJwLWxhZGRlci1zaXRlXCIsXG4gIFwiZGVzY3JpcHRpb25cIjogXCJUaGUgdHV0b3JpYWwgYXMgYSBzaXRlOiBWaXRlUHJlc3Mgb3ZlciB0aGUgTWFya2Rvd24gb2YgdGhpcyBmb2xkZXJcIixcbiAgXCJyZXBvc2l0b3J5XCI6IFwiaHR0cHM6Ly9naXRodWIuY29tL3dhcnAtbGFkZGVyL3dhcnAtbGFkZGVyXCIsXG4gIFwicHJpdmF0ZVwiOiB0cnVlLFxuICBcInR5cGVcIjogXCJtb2R1bGVcIixcbiAgXCJlbmdpbmVzXCI6IHtcbiAgICBcIm5vZGVcIjogXCI+PTIwXCJcbiAgfSxcbiAgXCJzY3JpcHRzXCI6IHtcbiAgICBcImJ1aWxkXCI6IFwidml0ZXByZXNzIGJ1aWxkXCIsXG4gICAgXCJzZXJ2ZVwiOiBcInZpdGVwcmVzcyBwcmV2aWV3XCIsXG4gICAgXCJ3cml0ZVwiOiBcInZpdGVwcmVzcyBkZXZcIixcbiAgICBcInRlc3RcIjogXCJub2RlIC0tdGVzdCAudml0ZXByZXNzL3Rlc3RzL1wiXG4gIH0sXG4gIFwiZGV2RGVwZW5kZW5jaWVzXCI6IHtcbiAgICBcInBsYXl3cmlnaHQtY29yZVwiOiBcIjEuNjUuMVwiLFxuICAgIFwidml0ZXByZXNzXCI6IFwiMS42LjRcIlxuICB9LFxuICBcIm92ZXJyaWRlc1wiOiB7XG4gICAgXCJyb2xsdXBcIjogXCI0LjY3LjRcIlxuICB9XG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy9hbmNob3JzLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL2FuY2hvcnMuanNcIjsvLyBUaGUgYW5jaG9yIG9mIGEgaGVhZGluZywgYXMgR2l0SHViIG1ha2VzIGl0OiBhIGxpbmsgd29ya3MgaW4gYm90aCBwbGFjZXMuXG5leHBvcnQgY29uc3QgYW5jaG9yID0gKGhlYWRpbmcpID0+XG4gIGhlYWRpbmdcbiAgICAudHJpbSgpXG4gICAgLnRvTG93ZXJDYXNlKClcbiAgICAucmVwbGFjZSgvW15cXHB7TH1cXHB7TX1cXHB7Tn1cXHB7UGN9XFwtIF0vZ3UsICcnKVxuICAgIC5yZXBsYWNlKC8gL2csICctJylcbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3NcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL2V4ZXJjaXNlLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL2V4ZXJjaXNlLmpzXCI7Ly8gQW4gZXhlcmNpc2UncyBtYXJrIGJlY29tZXMgdGhlIGNvbW1hbmQgdGhhdCBtYWtlcyBpdHMgZmlsZSBhbmQganVkZ2VzIGl0LlxuLy8gICA8IS0tIGV4ZXJjaXNlOiByZWR1Y2UvdjIganVkZ2VkPWJhcnJpZXJzIC0tPlxuY29uc3QgbWFyayA9IC9ePCEtLSBleGVyY2lzZTogKFxcUyspIC4qLS0+JC9nbVxuXG5leHBvcnQgZnVuY3Rpb24gZXhlcmNpc2VNYXJrKG1kKSB7XG4gIG1kLmNvcmUucnVsZXIuYmVmb3JlKCdub3JtYWxpemUnLCAnZXhlcmNpc2UnLCAoc3RhdGUpID0+IHtcbiAgICBzdGF0ZS5zcmMgPSBzdGF0ZS5zcmMucmVwbGFjZShtYXJrLCAod2hvbGUsIGlkKSA9PiBgJHt3aG9sZX1cXG5cXG5cXGBcXGBcXGBzaFxcbi4vbGFkZGVyIHByYWN0aWNlICR7aWR9XFxuXFxgXFxgXFxgXFxuYClcbiAgfSlcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3NcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL2ZpbGVzLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL2ZpbGVzLmpzXCI7Ly8gRmlsZXMgb2YgdGhlIHJlcG9zaXRvcnkgdGhhdCBhIHBhZ2UgbGlua3MgdG86IHNvdXJjZXMgYW5kIGZvbGRlcnMgYmVjb21lIHBhZ2VzIG9mIHRoZSBzaXRlLCBkYXRhIGlzIGNvcGllZC5cbmltcG9ydCB7IGV4aXN0c1N5bmMsIHJlYWRkaXJTeW5jLCByZWFkRmlsZVN5bmMsIHN0YXRTeW5jIH0gZnJvbSAnbm9kZTpmcydcbmltcG9ydCB7IGRpcm5hbWUsIGV4dG5hbWUsIGpvaW4sIHJlbGF0aXZlLCByZXNvbHZlIH0gZnJvbSAnbm9kZTpwYXRoJ1xuaW1wb3J0IHsgcmVwb3NpdG9yeSB9IGZyb20gJy4vbGFkZGVyLmpzJ1xuXG5jb25zdCBsYW5ndWFnZXMgPSB7ICcuY3UnOiAnY3BwJywgJy5jdWgnOiAnY3BwJywgJy5oJzogJ2NwcCcsICcuY3BwJzogJ2NwcCcsICcucHknOiAncHl0aG9uJywgJy5zaCc6ICdiYXNoJywgJy5tZCc6ICdtYXJrZG93bicgfVxuY29uc3QgaXNGb2xkZXIgPSAoZmlsZSkgPT4gc3RhdFN5bmMoam9pbihyZXBvc2l0b3J5LCBmaWxlKSkuaXNEaXJlY3RvcnkoKVxuY29uc3QgaXNTb3VyY2UgPSAoZmlsZSkgPT4gZXh0bmFtZShmaWxlKSBpbiBsYW5ndWFnZXMgfHwgIWV4dG5hbWUoZmlsZSlcblxuY29uc3QgYWRkcmVzcyA9IChmaWxlKSA9PiAoaXNGb2xkZXIoZmlsZSkgPyBgL2ZpbGVzLyR7ZmlsZX0vYCA6IGlzU291cmNlKGZpbGUpID8gYC9maWxlcy8ke2ZpbGV9Lmh0bWxgIDogYC9maWxlcy8ke2ZpbGV9YClcblxuLy8gRnJvbSB0aGUgcGFnZSBhdCBgcGFnZWA6IHRoZSBmaWxlIG9mIHRoZSByZXBvc2l0b3J5LCBvciBub3RoaW5nIHdoZXJlIHRoZSBsaW5rIGlzIG5vIHBhdGggaW4gaXQuXG5mdW5jdGlvbiB0YXJnZXQocGFnZSwgaHJlZikge1xuICBpZiAoL14oW2Etel0rOnxcXC98IykvaS50ZXN0KGhyZWYpKSByZXR1cm4gdW5kZWZpbmVkXG4gIHJldHVybiByZWxhdGl2ZShyZXBvc2l0b3J5LCByZXNvbHZlKGRpcm5hbWUocGFnZSksIGRlY29kZVVSSShocmVmLnJlcGxhY2UoL1s/I10uKiQvLCAnJykpKSlcbn1cbmNvbnN0IGlzUGFnZSA9IChmaWxlKSA9PiBmaWxlLnN0YXJ0c1dpdGgoJ2RvY3MvJykgJiYgZmlsZS5lbmRzV2l0aCgnLm1kJylcblxuLy8gRXZlcnkgZmlsZSB0aGF0IGEgcGFnZSBsaW5rcyB0bywgYW5kIHdoYXQgbGllcyBpbiB0aGUgZm9sZGVycyBhbW9uZyB0aGVtLlxuZXhwb3J0IGZ1bmN0aW9uIGxpbmtlZEZpbGVzKHBhZ2VzKSB7XG4gIGNvbnN0IGZpbGVzID0gbmV3IFNldCgpXG4gIGZvciAoY29uc3QgcGFnZSBvZiBwYWdlcy5tYXAoKG5hbWUpID0+IGpvaW4ocmVwb3NpdG9yeSwgJ2RvY3MnLCBgJHtuYW1lfS5tZGApKSlcbiAgICBmb3IgKGNvbnN0IFssIGhyZWZdIG9mIHJlYWRGaWxlU3luYyhwYWdlLCAndXRmOCcpLm1hdGNoQWxsKC9cXF1cXCgoW14pXFxzXSspXFwpL2cpKSB7XG4gICAgICBjb25zdCBmaWxlID0gdGFyZ2V0KHBhZ2UsIGhyZWYpXG4gICAgICBpZiAoIWZpbGUgfHwgaXNQYWdlKGZpbGUpIHx8IGZpbGUuc3RhcnRzV2l0aCgnLi4nKSB8fCAhZXhpc3RzU3luYyhqb2luKHJlcG9zaXRvcnksIGZpbGUpKSkgY29udGludWVcbiAgICAgIGZpbGVzLmFkZChmaWxlKVxuICAgICAgaWYgKGlzRm9sZGVyKGZpbGUpKSBmb3IgKGNvbnN0IG5hbWUgb2YgcmVhZGRpclN5bmMoam9pbihyZXBvc2l0b3J5LCBmaWxlKSkpIGZpbGVzLmFkZChqb2luKGZpbGUsIG5hbWUpKVxuICAgIH1cbiAgcmV0dXJuIFsuLi5maWxlc10uc29ydCgpXG59XG5cbi8vIEEgcGFnZSBmb3IgZWFjaCBzb3VyY2UgYW5kIGVhY2ggZm9sZGVyOiB3aGF0IGRvY3MvZmlsZXMvW3BhdGhdLm1kIGlzIG1hZGUgb2YuXG5leHBvcnQgZnVuY3Rpb24gZmlsZVBhZ2VzKGZpbGVzKSB7XG4gIHJldHVybiBmaWxlcy5mbGF0TWFwKChmaWxlKSA9PiB7XG4gICAgY29uc3QgdGl0bGUgPSBgIyBcXGAke2ZpbGV9XFxgXFxuXFxuYFxuICAgIGlmIChpc0ZvbGRlcihmaWxlKSkge1xuICAgICAgY29uc3QgbGlzdCA9IHJlYWRkaXJTeW5jKGpvaW4ocmVwb3NpdG9yeSwgZmlsZSkpLnNvcnQoKS5tYXAoKG5hbWUpID0+IGAtIFske25hbWV9XSgke2FkZHJlc3Moam9pbihmaWxlLCBuYW1lKSl9KWApXG4gICAgICByZXR1cm4gW3sgcGFyYW1zOiB7IHBhdGg6IGAke2ZpbGV9L2luZGV4YCB9LCBjb250ZW50OiB0aXRsZSArIGxpc3Quam9pbignXFxuJykgfV1cbiAgICB9XG4gICAgaWYgKCFpc1NvdXJjZShmaWxlKSkgcmV0dXJuIFtdXG4gICAgY29uc3QgdGV4dCA9IHJlYWRGaWxlU3luYyhqb2luKHJlcG9zaXRvcnksIGZpbGUpLCAndXRmOCcpLnRyaW1FbmQoKVxuICAgIGNvbnN0IGZlbmNlID0gJ2AnLnJlcGVhdChNYXRoLm1heCgzLCAuLi4odGV4dC5tYXRjaCgvYCsvZykgPz8gW10pLm1hcCgocnVuKSA9PiBydW4ubGVuZ3RoICsgMSkpKVxuICAgIHJldHVybiBbeyBwYXJhbXM6IHsgcGF0aDogZmlsZSB9LCBjb250ZW50OiBgJHt0aXRsZX0ke2ZlbmNlfSR7bGFuZ3VhZ2VzW2V4dG5hbWUoZmlsZSldID8/ICd0ZXh0J306bGluZS1udW1iZXJzXFxuJHt0ZXh0fVxcbiR7ZmVuY2V9YCB9XVxuICB9KVxufVxuXG5leHBvcnQgY29uc3QgY29waWVzID0gKGZpbGVzKSA9PlxuICBmaWxlcy5maWx0ZXIoKGZpbGUpID0+ICFpc0ZvbGRlcihmaWxlKSAmJiAhaXNTb3VyY2UoZmlsZSkpLm1hcCgoZmlsZSkgPT4gW2BmaWxlcy8ke2ZpbGV9YCwgKCkgPT4gcmVhZEZpbGVTeW5jKGpvaW4ocmVwb3NpdG9yeSwgZmlsZSkpXSlcblxuLy8gTGlua3Mgb2YgYSBwYWdlIHRvIGZpbGVzIGxlYWQgdG8gdGhlaXIgcGFnZXMgYW5kIGNvcGllcy4gT25lIHRoYXQgbGVhZHMgbm93aGVyZSBzdG9wcyB0aGUgYnVpbGQ7IFZpdGVQcmVzcyBkb2VzIHRoZVxuLy8gc2FtZSBmb3IgbGlua3MgZnJvbSBwYWdlIHRvIHBhZ2UuXG5leHBvcnQgZnVuY3Rpb24gZmlsZUxpbmtzKG1kKSB7XG4gIG1kLmNvcmUucnVsZXIucHVzaCgnZmlsZS1saW5rcycsICh7IHRva2VucywgZW52IH0pID0+IHtcbiAgICBmb3IgKGNvbnN0IGxpbmsgb2YgdG9rZW5zLmZsYXRNYXAoKHRva2VuKSA9PiB0b2tlbi5jaGlsZHJlbiA/PyBbXSkuZmlsdGVyKCh0b2tlbikgPT4gdG9rZW4udHlwZSA9PT0gJ2xpbmtfb3BlbicpKSB7XG4gICAgICBjb25zdCBocmVmID0gbGluay5hdHRyR2V0KCdocmVmJylcbiAgICAgIGNvbnN0IGZpbGUgPSBlbnYucGF0aCAmJiB0YXJnZXQoZW52LnBhdGgsIGhyZWYpXG4gICAgICBpZiAoIWZpbGUpIGNvbnRpbnVlXG4gICAgICBpZiAoZmlsZSA9PT0gJ2RvY3MvUkVBRE1FLm1kJykgbGluay5hdHRyU2V0KCdocmVmJywgaHJlZi5yZXBsYWNlKC8oXFwuXFwvKT9SRUFETUVcXC5tZC8sICcuL3R1dG9yaWFsLm1kJykpXG4gICAgICBpZiAoaXNQYWdlKGZpbGUpKSBjb250aW51ZVxuICAgICAgaWYgKGZpbGUuc3RhcnRzV2l0aCgnLi4nKSB8fCAhZXhpc3RzU3luYyhqb2luKHJlcG9zaXRvcnksIGZpbGUpKSkgdGhyb3cgbmV3IEVycm9yKGAke3JlbGF0aXZlKHJlcG9zaXRvcnksIGVudi5wYXRoKX06IHRoZSBsaW5rIHRvICR7aHJlZn0gbGVhZHMgbm93aGVyZWApXG4gICAgICBsaW5rLmF0dHJTZXQoJ2hyZWYnLCBhZGRyZXNzKGZpbGUpKVxuICAgIH1cbiAgfSlcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3NcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL2xhZGRlci5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy9sYWRkZXIuanNcIjsvLyBBc2tzIHRoZSBwcm9ncmFtOiB3aGljaCBzdGFnZXMgdGhlcmUgYXJlLCBhbmQgd2hhdCBhIHRocmVhZCBibG9jayBkb2VzLiBOb3RoaW5nIG9mIHRoaXMgaXMgdHlwZWQgaW4gaGVyZS5cbmltcG9ydCB7IGV4ZWNGaWxlU3luYyB9IGZyb20gJ25vZGU6Y2hpbGRfcHJvY2VzcydcbmltcG9ydCB7IHJlc29sdmUgfSBmcm9tICdub2RlOnBhdGgnXG5cbmV4cG9ydCBjb25zdCByZXBvc2l0b3J5ID0gcmVzb2x2ZShpbXBvcnQubWV0YS5kaXJuYW1lLCAnLi4vLi4nKVxuXG4vLyBMQURERVIgaXMgYW5vdGhlciBwcm9ncmFtIHRoYW4gdGhlIG9uZSB0aGF0IC4vbGFkZGVyIGJ1aWxkcy5cbmZ1bmN0aW9uIGxhZGRlciguLi5hcmdzKSB7XG4gIGNvbnN0IHByb2dyYW0gPSByZXNvbHZlKHJlcG9zaXRvcnksIHByb2Nlc3MuZW52LkxBRERFUiB8fCAnbGFkZGVyJylcbiAgcmV0dXJuIEpTT04ucGFyc2UoXG4gICAgZXhlY0ZpbGVTeW5jKHByb2dyYW0sIGFyZ3MsIHtcbiAgICAgIGN3ZDogcmVwb3NpdG9yeSxcbiAgICAgIGVudjogeyBMQURERVJfUFJFU0VUOiAnY3B1JywgLi4ucHJvY2Vzcy5lbnYgfSxcbiAgICAgIGVuY29kaW5nOiAndXRmOCcsXG4gICAgICBtYXhCdWZmZXI6IDEgPDwgMjgsXG4gICAgICBzdGRpbzogWydpZ25vcmUnLCAncGlwZScsICdpbmhlcml0J11cbiAgICB9KVxuICApXG59XG5cbmxldCBzdGFnZXNcbmV4cG9ydCBjb25zdCBhbGxTdGFnZXMgPSAoKSA9PiAoc3RhZ2VzID8/PSBsYWRkZXIoJ2xpc3QnLCAnLS1qc29uJykpXG5cbi8vIG9wdGlvbnM6IHsgbjogJzY0JywgYmxvY2s6ICc2NCcsIGJsb2NrX2luZGV4OiAnMCcsIFx1MjAyNiB9LCBhcyBhIHN0ZXBwZXIgbWFyayBoYXMgdGhlbVxuY29uc3QgdHJhY2VzID0gbmV3IE1hcCgpXG5leHBvcnQgZnVuY3Rpb24gdHJhY2UoaWQsIG9wdGlvbnMpIHtcbiAgY29uc3QgZmxhZ3MgPSBPYmplY3QuZW50cmllcyh7IGlucHV0OiAnaW90YScsIC4uLm9wdGlvbnMgfSkuZmxhdE1hcCgoW2tleSwgdmFsdWVdKSA9PiBbYC0tJHtrZXkucmVwbGFjZSgnXycsICctJyl9YCwgdmFsdWVdKVxuICBjb25zdCBrZXkgPSBbaWQsIC4uLmZsYWdzXS5qb2luKCcgJylcbiAgaWYgKCF0cmFjZXMuaGFzKGtleSkpIHRyYWNlcy5zZXQoa2V5LCBsYWRkZXIoJ3RyYWNlJywgaWQsIC4uLmZsYWdzLCAnLS1xdWlldCcsICctLWpzb24nLCAnLScpKVxuICByZXR1cm4gdHJhY2VzLmdldChrZXkpXG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy9wYWdlcy5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy9wYWdlcy5qc1wiOy8vIFRoZSBNYXJrZG93biBmaWxlcyBvZiB0aGUgdHV0b3JpYWwsIHdpdGhvdXQgXCIubWRcIjogXCJzdGFydFwiLCBcInJlZHVjZS92MVwiLCBcdTIwMjZcbmltcG9ydCB7IHJlYWRkaXJTeW5jIH0gZnJvbSAnbm9kZTpmcydcbmltcG9ydCB7IGpvaW4gfSBmcm9tICdub2RlOnBhdGgnXG5pbXBvcnQgeyByZXBvc2l0b3J5IH0gZnJvbSAnLi9sYWRkZXIuanMnXG5cbmV4cG9ydCBjb25zdCBkb2NzID0gam9pbihyZXBvc2l0b3J5LCAnZG9jcycpXG5cbmV4cG9ydCBjb25zdCBwYWdlcyA9ICgpID0+XG4gIHJlYWRkaXJTeW5jKGRvY3MsIHsgcmVjdXJzaXZlOiB0cnVlIH0pXG4gICAgLmZpbHRlcigoZmlsZSkgPT4gZmlsZS5lbmRzV2l0aCgnLm1kJykgJiYgIS9eKG5vZGVfbW9kdWxlc3xcXC52aXRlcHJlc3N8ZmlsZXMpXFwvLy50ZXN0KGZpbGUpKVxuICAgIC5tYXAoKGZpbGUpID0+IGZpbGUuc2xpY2UoMCwgLScubWQnLmxlbmd0aCkpXG4gICAgLnNvcnQoKVxuXG4vLyBUaGUgc2l0ZSdzIGZpcnN0IHBhZ2UsIGFuZCB3aGF0IGl0IGRvZXMgbm90IG5lZWQ6IGEgbGlzdCBvZiBwYWdlcywgb2YgaGVhZGluZ3MsIGFuZCBuZWlnaGJvdXJzLlxuZXhwb3J0IGNvbnN0IGZyb250ID0gJ2Zyb250J1xuZXhwb3J0IGNvbnN0IGZyb250TWF0dGVyID0geyBzaWRlYmFyOiBmYWxzZSwgYXNpZGU6IGZhbHNlLCBvdXRsaW5lOiBmYWxzZSwgcHJldjogZmFsc2UsIG5leHQ6IGZhbHNlLCBwYWdlQ2xhc3M6ICdmcm9udCcsIHRpdGxlVGVtcGxhdGU6ICc6dGl0bGU6IGhvdyBhIEdQVSBrZXJuZWwgYmVjb21lcyBmYXN0JyB9XG5cbi8vIFwiUkVBRE1FXCIgXHUyMTkyIFwiL3R1dG9yaWFsLmh0bWxcIlxuZXhwb3J0IGNvbnN0IGFkZHJlc3MgPSAobmFtZSkgPT4gYC8ke3sgW2Zyb250XTogJycsIFJFQURNRTogJ3R1dG9yaWFsLmh0bWwnIH1bbmFtZV0gPz8gYCR7bmFtZX0uaHRtbGB9YFxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3MvcGljdHVyZXMuanNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3MvcGljdHVyZXMuanNcIjsvLyBFdmVyeSBwaWN0dXJlIG9mIGEgcGFnZSBjYW4gYmUgZW5sYXJnZWQ6IGl0IHN0YW5kcyBpbiB0aGUgY29tcG9uZW50IFBpY3R1cmUuXG5leHBvcnQgZnVuY3Rpb24gcGljdHVyZXMobWQpIHtcbiAgY29uc3QgaW1hZ2UgPSBtZC5yZW5kZXJlci5ydWxlcy5pbWFnZVxuICBtZC5yZW5kZXJlci5ydWxlcy5pbWFnZSA9ICguLi5hcmdzKSA9PiBgPFBpY3R1cmU+JHtpbWFnZSguLi5hcmdzKX08L1BpY3R1cmU+YFxufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3MvcHVibGlzaC5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy9wdWJsaXNoLmpzXCI7Ly8gQSBWaXRlIHBsdWdpbjogZmlsZXMgdGhhdCBhcmUgbm8gcGFnZXMsIGJ5IGFkZHJlc3M6IFtbXCJ0cmFjZXMvcmVkdWNlLXYxX24tNjQuanNvblwiLCAoKSA9PiBpdHMgdGV4dCBvciBieXRlc10sIFx1MjAyNl0uXG4vLyBUaGUgYnVpbGQgd3JpdGVzIHRoZW0gYmVzaWRlIHRoZSBwYWdlczsgdGhlIHNlcnZlciBmb3Igd3JpdGVycyBtYWtlcyB0aGVtIHdoZW4gdGhleSBhcmUgYXNrZWQgZm9yLlxuZXhwb3J0IGZ1bmN0aW9uIHB1Ymxpc2goZmlsZXMpIHtcbiAgY29uc3QgYnlBZGRyZXNzID0gbmV3IE1hcChmaWxlcylcbiAgbGV0IGZvclBhZ2VzID0gZmFsc2VcbiAgcmV0dXJuIHtcbiAgICBuYW1lOiAncHVibGlzaCcsXG4gICAgY29uZmlnUmVzb2x2ZWQoY29uZmlnKSB7XG4gICAgICBmb3JQYWdlcyA9ICFjb25maWcuYnVpbGQuc3NyIC8vIHRoZSBwYWdlcyBhcmUgbWFkZSBvbmNlIGZvciB0aGUgYnJvd3NlciwgYW5kIG9uY2UgdG8gYmUgcmVuZGVyZWQgaGVyZVxuICAgIH0sXG4gICAgY29uZmlndXJlU2VydmVyKHNlcnZlcikge1xuICAgICAgc2VydmVyLm1pZGRsZXdhcmVzLnVzZSgocmVxdWVzdCwgcmVzcG9uc2UsIG5leHQpID0+IHtcbiAgICAgICAgY29uc3QgbWFrZSA9IGJ5QWRkcmVzcy5nZXQoZGVjb2RlVVJJKHJlcXVlc3QudXJsLnJlcGxhY2UoL1s/I10uKiQvLCAnJykpLnNsaWNlKHNlcnZlci5jb25maWcuYmFzZS5sZW5ndGgpKVxuICAgICAgICBpZiAobWFrZSkgcmVzcG9uc2UuZW5kKG1ha2UoKSlcbiAgICAgICAgZWxzZSBuZXh0KClcbiAgICAgIH0pXG4gICAgfSxcbiAgICBnZW5lcmF0ZUJ1bmRsZSgpIHtcbiAgICAgIGlmIChmb3JQYWdlcykgZm9yIChjb25zdCBbZmlsZU5hbWUsIG1ha2VdIG9mIGJ5QWRkcmVzcykgdGhpcy5lbWl0RmlsZSh7IHR5cGU6ICdhc3NldCcsIGZpbGVOYW1lLCBzb3VyY2U6IG1ha2UoKSB9KVxuICAgIH1cbiAgfVxufVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3MvcmVhZGluZy5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy9yZWFkaW5nLmpzXCI7Ly8gVGhlIHNpZGViYXIgaXMgdGhlIG9yZGVyIG9mIHJlYWRpbmcgaW4gZG9jcy9SRUFETUUubWQ6IGl0cyBoZWFkaW5ncyBhcmUgdGhlIGdyb3VwcywgaXRzIGxpbmtzIHRoZSBwYWdlcy4gQmVsb3cgYVxuLy8gdHJhY2sncyBwYWdlIHN0YW5kIGl0cyBydW5ncywgaW4gdGhlIG9yZGVyIG9mIGAuL2xhZGRlciBsaXN0YC5cbmltcG9ydCB7IGV4aXN0c1N5bmMsIHJlYWRGaWxlU3luYyB9IGZyb20gJ25vZGU6ZnMnXG5pbXBvcnQgeyBqb2luIH0gZnJvbSAnbm9kZTpwYXRoJ1xuaW1wb3J0IHsgYWxsU3RhZ2VzIH0gZnJvbSAnLi9sYWRkZXIuanMnXG5pbXBvcnQgeyBmcm9udCB9IGZyb20gJy4vcGFnZXMuanMnXG5cbi8vIFwidGhlIG1lbW9yeVwiIGluIGEgc2VudGVuY2UgaXMgXCJUaGUgbWVtb3J5XCIgaW4gYSBsaXN0OyBhIHRyYWNrIGtlZXBzIGl0cyBuYW1lXG5jb25zdCB0aXRsZSA9ICh3b3JkcykgPT4gKHdvcmRzLmluY2x1ZGVzKCcgJykgPyB3b3Jkc1swXS50b1VwcGVyQ2FzZSgpICsgd29yZHMuc2xpY2UoMSkgOiB3b3JkcykucmVwbGFjZUFsbCgnYCcsICcnKVxuXG4vLyBUaGUgcGFnZXMgYmVsb3cgYSBwYWdlIHRoYXQgaXMgbm8gdHJhY2ssIGluIHRoZSBvcmRlciBvZiBpdHMgb3duIGxpbmtzOiBwcm9ncmFtL2J5dGVzLCBcdTIwMjZcbmNvbnN0IGJlbG93ID0gKGRvY3MsIHBhZ2UpID0+XG4gIFsuLi5uZXcgU2V0KFsuLi5yZWFkRmlsZVN5bmMoam9pbihkb2NzLCBgJHtwYWdlfS5tZGApLCAndXRmOCcpLm1hdGNoQWxsKG5ldyBSZWdFeHAoYFxcXFxdXFxcXCgoJHtwYWdlfS9bXik6I10rKVxcXFwubWRcXFxcKWAsICdnJykpXS5tYXAoKFssIG5hbWVdKSA9PiBuYW1lKSldLm1hcCgobmFtZSkgPT4gKHtcbiAgICB0ZXh0OiByZWFkRmlsZVN5bmMoam9pbihkb2NzLCBgJHtuYW1lfS5tZGApLCAndXRmOCcpLm1hdGNoKC9eIyAoLiopLylbMV0ucmVwbGFjZUFsbCgnYCcsICcnKSxcbiAgICBsaW5rOiBgLyR7bmFtZX1gXG4gIH0pKVxuXG5jb25zdCBydW5ncyA9IChkb2NzLCB0cmFjaykgPT5cbiAgYWxsU3RhZ2VzKClcbiAgICAuZmlsdGVyKChzdGFnZSkgPT4gc3RhZ2UudHJhY2sgPT09IHRyYWNrICYmIGV4aXN0c1N5bmMoam9pbihkb2NzLCBgJHtzdGFnZS5pZH0ubWRgKSkpXG4gICAgLm1hcCgoc3RhZ2UpID0+ICh7IHRleHQ6IGAke3N0YWdlLnN0YWdlfTogJHtzdGFnZS5pZGVhfWAsIGxpbms6IGAvJHtzdGFnZS5pZH1gIH0pKVxuXG5leHBvcnQgZnVuY3Rpb24gc2lkZWJhcihkb2NzLCBwYWdlcykge1xuICBjb25zdCBncm91cHMgPSBbXVxuICBjb25zdCBzZWVuID0gbmV3IFNldChbJ1JFQURNRScsIGZyb250XSlcbiAgZm9yIChjb25zdCBsaW5lIG9mIHJlYWRGaWxlU3luYyhqb2luKGRvY3MsICdSRUFETUUubWQnKSwgJ3V0ZjgnKS5zcGxpdCgnXFxuJykpIHtcbiAgICBjb25zdCBoZWFkaW5nID0gbGluZS5tYXRjaCgvXiMjICguKikvKVxuICAgIGlmIChoZWFkaW5nKSBncm91cHMucHVzaCh7IHRleHQ6IGhlYWRpbmdbMV0sIGl0ZW1zOiBbXSB9KVxuICAgIGlmIChncm91cHMubGVuZ3RoID09PSAwKSBjb250aW51ZVxuICAgIGZvciAoY29uc3QgWywgdGV4dCwgcGFnZV0gb2YgbGluZS5tYXRjaEFsbCgvXFxbKFteXFxdXSspXFxdXFwoKFteKTojXSspXFwubWRcXCkvZykpIHtcbiAgICAgIGlmIChzZWVuLmhhcyhwYWdlKSB8fCBwYWdlLnN0YXJ0c1dpdGgoJy4nKSkgY29udGludWVcbiAgICAgIGNvbnN0IHN0YWdlcyA9IHJ1bmdzKGRvY3MsIHBhZ2UpXG4gICAgICBjb25zdCBpdGVtcyA9IHN0YWdlcy5sZW5ndGggPiAwID8gc3RhZ2VzIDogYmVsb3coZG9jcywgcGFnZSlcbiAgICAgIGZvciAoY29uc3QgbmFtZSBvZiBbcGFnZSwgLi4uaXRlbXMubWFwKCh7IGxpbmsgfSkgPT4gbGluay5zbGljZSgxKSldKSBzZWVuLmFkZChuYW1lKVxuICAgICAgZ3JvdXBzLmF0KC0xKS5pdGVtcy5wdXNoKHsgdGV4dDogdGl0bGUodGV4dCksIGxpbms6IGAvJHtwYWdlfWAsIC4uLihpdGVtcy5sZW5ndGggPiAwICYmIHsgaXRlbXMsIGNvbGxhcHNlZDogdHJ1ZSB9KSB9KVxuICAgIH1cbiAgfVxuICBjb25zdCBsb3N0ID0gcGFnZXMuZmlsdGVyKChwYWdlKSA9PiAhc2Vlbi5oYXMocGFnZSkpXG4gIGlmIChsb3N0Lmxlbmd0aCA+IDApIHRocm93IG5ldyBFcnJvcihgZG9jcy9SRUFETUUubWQ6IG5vIGxpbmsgbGVhZHMgdG8gJHtsb3N0Lm1hcCgocGFnZSkgPT4gYCR7cGFnZX0ubWRgKS5qb2luKCcsICcpfWApXG4gIHJldHVybiBncm91cHMuZmlsdGVyKChncm91cCkgPT4gZ3JvdXAuaXRlbXMubGVuZ3RoID4gMClcbn1cbiIsICJjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZGlybmFtZSA9IFwiL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3NcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfZmlsZW5hbWUgPSBcIi93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzL3N0ZXBwZXIuanNcIjtjb25zdCBfX3ZpdGVfaW5qZWN0ZWRfb3JpZ2luYWxfaW1wb3J0X21ldGFfdXJsID0gXCJmaWxlOi8vL3dvcmsvd3Qvc2l0ZS9kb2NzLy52aXRlcHJlc3Mvc3RlcHBlci5qc1wiOy8vIEEgcGFnZSdzIHN0ZXBwZXI6IGEgbWFyayBpbiB0aGUgTWFya2Rvd24gYmVjb21lcyB0aGUgY29tcG9uZW50IFN0ZXBwZXIsIHdoaWNoIHJlYWRzIHRyYWNlcyB0aGF0IHRoZSBwcm9ncmFtIHdyaXRlc1xuLy8gd2hpbGUgdGhlIHNpdGUgaXMgYnVpbHQuIFdoYXQgc3RhbmRzIGJldHdlZW4gdGhlIG1hcmtzIChhIGRyYXdpbmcsIGZvciBHaXRIdWIpIGlzIHNob3duIHVudGlsIGl0IGlzIHRoZXJlLlxuLy8gICA8IS0tIHN0ZXBwZXI6IHJlZHVjZS92MCByZWR1Y2UvdjEgbj02NCBibG9jaz02NCAtLT4gXHUyMDI2IDwhLS0gL3N0ZXBwZXIgLS0+XG5pbXBvcnQgeyBleGlzdHNTeW5jLCByZWFkRmlsZVN5bmMgfSBmcm9tICdub2RlOmZzJ1xuaW1wb3J0IHsgam9pbiB9IGZyb20gJ25vZGU6cGF0aCdcbmltcG9ydCB7IGRvY3MgfSBmcm9tICcuL3BhZ2VzLmpzJ1xuaW1wb3J0IHsgcmVwb3NpdG9yeSwgdHJhY2UgfSBmcm9tICcuL2xhZGRlci5qcydcblxuY29uc3Qgb3BlbmluZyA9IC9ePCEtLSBzdGVwcGVyOiAoLio/KSAtLT4kL2dtXG5cbmZ1bmN0aW9uIHBhcnNlKG1hcmspIHtcbiAgY29uc3Qgd29yZHMgPSBtYXJrLnRyaW0oKS5zcGxpdCgvXFxzKy8pXG4gIGNvbnN0IG9wdGlvbnMgPSBPYmplY3QuZnJvbUVudHJpZXMod29yZHMuZmlsdGVyKCh3b3JkKSA9PiB3b3JkLmluY2x1ZGVzKCc9JykpLm1hcCgod29yZCkgPT4gd29yZC5zcGxpdCgnPScpKSlcbiAgcmV0dXJuIHdvcmRzXG4gICAgLmZpbHRlcigod29yZCkgPT4gIXdvcmQuaW5jbHVkZXMoJz0nKSlcbiAgICAubWFwKChpZCkgPT4ge1xuICAgICAgY29uc3QgbmFtZSA9IFtpZC5yZXBsYWNlKCcvJywgJy0nKSwgLi4uT2JqZWN0LmVudHJpZXMob3B0aW9ucykubWFwKChwYWlyKSA9PiBwYWlyLmpvaW4oJy0nKSldLmpvaW4oJ18nKVxuICAgICAgcmV0dXJuIHsgaWQsIG9wdGlvbnMsIGZpbGU6IGB0cmFjZXMvJHtuYW1lfS5qc29uYCB9XG4gICAgfSlcbn1cblxuZXhwb3J0IGZ1bmN0aW9uIHN0ZXBwZXJNYXJrKG1kKSB7XG4gIG1kLmNvcmUucnVsZXIucHVzaCgnc3RlcHBlcicsICh7IHRva2VucywgZW52IH0pID0+IHtcbiAgICBjb25zdCBraW5kID0gZW52LnJlbGF0aXZlUGF0aCA9PT0gJ2luZGV4Lm1kJyA/ICcgZnJvbnQnIDogJycgLy8gdGhlIGZyb250IHBhZ2UncyBpcyBzbWFsbFxuICAgIGZvciAoY29uc3QgdG9rZW4gb2YgdG9rZW5zLmZpbHRlcigodG9rZW4pID0+IHRva2VuLnR5cGUgPT09ICdodG1sX2Jsb2NrJykpIHtcbiAgICAgIGNvbnN0IGJsb2NrID0gdG9rZW4uY29udGVudC50cmltKClcbiAgICAgIGZvciAoY29uc3QgW3dob2xlLCBtYXJrXSBvZiBibG9jay5tYXRjaEFsbChvcGVuaW5nKSlcbiAgICAgICAgdG9rZW4uY29udGVudCA9IHRva2VuLmNvbnRlbnQucmVwbGFjZSh3aG9sZSwgYDxTdGVwcGVyIHRyYWNlcz1cIiR7cGFyc2UobWFyaykubWFwKCh7IGZpbGUgfSkgPT4gYC8ke2ZpbGV9YCkuam9pbignICcpfVwiJHtraW5kfT5gKVxuICAgICAgdG9rZW4uY29udGVudCA9IHRva2VuLmNvbnRlbnQucmVwbGFjZSgvXjwhLS0gXFwvc3RlcHBlciAtLT4kL20sICc8L1N0ZXBwZXI+JylcbiAgICB9XG4gIH0pXG59XG5cbi8vIFRoZSB0cmFjZSwgYW5kIHRoZSBzb3VyY2UgZmlsZXMgd2hvc2UgbGluZXMgaXQgbmFtZXMuXG5mdW5jdGlvbiB3aXRoU291cmNlcyh7IGlkLCBvcHRpb25zIH0pIHtcbiAgY29uc3QgcmVjb3JkZWQgPSB0cmFjZShpZCwgb3B0aW9ucylcbiAgY29uc3QgZmlsZXMgPSBuZXcgU2V0KFtyZWNvcmRlZC5maWxlXSlcbiAgZm9yIChjb25zdCB7IHN0ZXBzIH0gb2YgcmVjb3JkZWQuaW50ZXJ2YWxzKSBmb3IgKGNvbnN0IHsgZmlsZSB9IG9mIHN0ZXBzKSBpZiAoZmlsZSkgZmlsZXMuYWRkKGZpbGUpXG4gIGNvbnN0IHNvdXJjZXMgPSBPYmplY3QuZnJvbUVudHJpZXMoWy4uLmZpbGVzXS5tYXAoKGZpbGUpID0+IFtmaWxlLCByZWFkRmlsZVN5bmMoam9pbihyZXBvc2l0b3J5LCBmaWxlKSwgJ3V0ZjgnKS5zcGxpdCgnXFxuJyldKSlcbiAgcmV0dXJuIEpTT04uc3RyaW5naWZ5KHsgLi4ucmVjb3JkZWQsIHNvdXJjZXMgfSlcbn1cblxuY29uc3QgbWFya3MgPSAoZmlsZSkgPT4gKGV4aXN0c1N5bmMoam9pbihkb2NzLCBmaWxlKSkgPyBbLi4ucmVhZEZpbGVTeW5jKGpvaW4oZG9jcywgZmlsZSksICd1dGY4JykubWF0Y2hBbGwob3BlbmluZyldIDogW10pXG5cbmV4cG9ydCBjb25zdCBoYXNTdGVwcGVyID0gKGZpbGUpID0+IG1hcmtzKGZpbGUpLmxlbmd0aCA+IDBcbmV4cG9ydCBjb25zdCB3aXRoU3RlcHBlcnMgPSAocGFnZXMpID0+IHBhZ2VzLmZpbHRlcigobmFtZSkgPT4gaGFzU3RlcHBlcihgJHtuYW1lfS5tZGApKVxuZXhwb3J0IGNvbnN0IHRyYWNlRmlsZXMgPSAocGFnZXMpID0+XG4gIHBhZ2VzLmZsYXRNYXAoKG5hbWUpID0+XG4gICAgbWFya3MoYCR7bmFtZX0ubWRgKS5mbGF0TWFwKChbLCBtYXJrXSkgPT4gcGFyc2UobWFyaykubWFwKCh3YW50ZWQpID0+IFt3YW50ZWQuZmlsZSwgKCkgPT4gd2l0aFNvdXJjZXMod2FudGVkKV0pKVxuICApXG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi93b3JrL3d0L3NpdGUvZG9jcy8udml0ZXByZXNzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy93b3Jkcy5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay93dC9zaXRlL2RvY3MvLnZpdGVwcmVzcy93b3Jkcy5qc1wiOy8vIFNwbGl0cyBhIHRleHQgaW50byB0aGUgd29yZHMgdGhhdCBzZWFyY2gga25vd3MuIENoaW5lc2UgYW5kIEphcGFuZXNlIGhhdmUgbm8gc3BhY2VzOiB0aGVyZSBldmVyeSB0d28gbmVpZ2hib3VyaW5nXG4vLyBjaGFyYWN0ZXJzIGFyZSBhIHdvcmQuIFZpdGVQcmVzcyBzZW5kcyB0aGlzIGZ1bmN0aW9uIHRvIHRoZSBicm93c2VyIGFzIHRleHQsIHNvIGl0IG1heSB1c2Ugbm90aGluZyBmcm9tIG91dHNpZGUuXG5leHBvcnQgZnVuY3Rpb24gd29yZHModGV4dCkge1xuICBjb25zdCBmb3VuZCA9IFtdXG4gIGZvciAoY29uc3Qgd29yZCBvZiB0ZXh0LnNwbGl0KC9bXFxzXFxwe1B9XFxwe1N9XSsvdSkpIHtcbiAgICBmb3IgKGNvbnN0IHJ1biBvZiB3b3JkLm1hdGNoKC9bXFxwe3NjPUhhbn1cXHB7c2M9SGlyYWdhbmF9XFxwe3NjPUthdGFrYW5hfVx1MzBGQ10rfFteXFxwe3NjPUhhbn1cXHB7c2M9SGlyYWdhbmF9XFxwe3NjPUthdGFrYW5hfVx1MzBGQ10rL2d1KSA/PyBbXSkge1xuICAgICAgY29uc3QgY2hhcmFjdGVycyA9IEFycmF5LmZyb20ocnVuKVxuICAgICAgaWYgKCEvXltcXHB7c2M9SGFufVxccHtzYz1IaXJhZ2FuYX1cXHB7c2M9S2F0YWthbmF9XHUzMEZDXS91LnRlc3QocnVuKSB8fCBjaGFyYWN0ZXJzLmxlbmd0aCA9PT0gMSkgZm91bmQucHVzaChydW4pXG4gICAgICBlbHNlIGZvciAobGV0IGkgPSAwOyBpICsgMSA8IGNoYXJhY3RlcnMubGVuZ3RoOyBpKyspIGZvdW5kLnB1c2goY2hhcmFjdGVyc1tpXSArIGNoYXJhY3RlcnNbaSArIDFdKVxuICAgIH1cbiAgfVxuICByZXR1cm4gZm91bmRcbn1cbiJdLAogICJtYXBwaW5ncyI6ICI7QUFBK1AsU0FBUyxvQkFBb0I7OztBQ0E1UjtBQUFBLEVBQ0UsTUFBUTtBQUFBLEVBQ1IsYUFBZTtBQUFBLEVBQ2YsWUFBYztBQUFBLEVBQ2QsU0FBVztBQUFBLEVBQ1gsTUFBUTtBQUFBLEVBQ1IsU0FBVztBQUFBLElBQ1QsTUFBUTtBQUFBLEVBQ1Y7QUFBQSxFQUNBLFNBQVc7QUFBQSxJQUNULE9BQVM7QUFBQSxJQUNULE9BQVM7QUFBQSxJQUNULE9BQVM7QUFBQSxJQUNULE1BQVE7QUFBQSxFQUNWO0FBQUEsRUFDQSxpQkFBbUI7QUFBQSxJQUNqQixtQkFBbUI7QUFBQSxJQUNuQixXQUFhO0FBQUEsRUFDZjtBQUFBLEVBQ0EsV0FBYTtBQUFBLElBQ1gsUUFBVTtBQUFBLEVBQ1o7QUFDRjs7O0FDckJPLElBQU0sU0FBUyxDQUFDLFlBQ3JCLFFBQ0csS0FBSyxFQUNMLFlBQVksRUFDWixRQUFRLGlDQUFpQyxFQUFFLEVBQzNDLFFBQVEsTUFBTSxHQUFHOzs7QUNKdEIsSUFBTSxPQUFPO0FBRU4sU0FBUyxhQUFhLElBQUk7QUFDL0IsS0FBRyxLQUFLLE1BQU0sT0FBTyxhQUFhLFlBQVksQ0FBQyxVQUFVO0FBQ3ZELFVBQU0sTUFBTSxNQUFNLElBQUksUUFBUSxNQUFNLENBQUMsT0FBTyxPQUFPLEdBQUcsS0FBSztBQUFBO0FBQUE7QUFBQSxvQkFBbUMsRUFBRTtBQUFBO0FBQUEsQ0FBWTtBQUFBLEVBQzlHLENBQUM7QUFDSDs7O0FDUEEsU0FBUyxZQUFZLGFBQWEsY0FBYyxnQkFBZ0I7QUFDaEUsU0FBUyxTQUFTLFNBQVMsTUFBTSxVQUFVLFdBQUFBLGdCQUFlOzs7QUNEMUQsU0FBUyxvQkFBb0I7QUFDN0IsU0FBUyxlQUFlO0FBRnhCLElBQU0sbUNBQW1DO0FBSWxDLElBQU0sYUFBYSxRQUFRLGtDQUFxQixPQUFPO0FBRzlELFNBQVMsVUFBVSxNQUFNO0FBQ3ZCLFFBQU0sVUFBVSxRQUFRLFlBQVksUUFBUSxJQUFJLFVBQVUsUUFBUTtBQUNsRSxTQUFPLEtBQUs7QUFBQSxJQUNWLGFBQWEsU0FBUyxNQUFNO0FBQUEsTUFDMUIsS0FBSztBQUFBLE1BQ0wsS0FBSyxFQUFFLGVBQWUsT0FBTyxHQUFHLFFBQVEsSUFBSTtBQUFBLE1BQzVDLFVBQVU7QUFBQSxNQUNWLFdBQVcsS0FBSztBQUFBLE1BQ2hCLE9BQU8sQ0FBQyxVQUFVLFFBQVEsU0FBUztBQUFBLElBQ3JDLENBQUM7QUFBQSxFQUNIO0FBQ0Y7QUFFQSxJQUFJO0FBQ0csSUFBTSxZQUFZLE1BQU8sV0FBVyxPQUFPLFFBQVEsUUFBUTtBQUdsRSxJQUFNLFNBQVMsb0JBQUksSUFBSTtBQUNoQixTQUFTLE1BQU0sSUFBSSxTQUFTO0FBQ2pDLFFBQU0sUUFBUSxPQUFPLFFBQVEsRUFBRSxPQUFPLFFBQVEsR0FBRyxRQUFRLENBQUMsRUFBRSxRQUFRLENBQUMsQ0FBQ0MsTUFBSyxLQUFLLE1BQU0sQ0FBQyxLQUFLQSxLQUFJLFFBQVEsS0FBSyxHQUFHLENBQUMsSUFBSSxLQUFLLENBQUM7QUFDM0gsUUFBTSxNQUFNLENBQUMsSUFBSSxHQUFHLEtBQUssRUFBRSxLQUFLLEdBQUc7QUFDbkMsTUFBSSxDQUFDLE9BQU8sSUFBSSxHQUFHLEVBQUcsUUFBTyxJQUFJLEtBQUssT0FBTyxTQUFTLElBQUksR0FBRyxPQUFPLFdBQVcsVUFBVSxHQUFHLENBQUM7QUFDN0YsU0FBTyxPQUFPLElBQUksR0FBRztBQUN2Qjs7O0FEekJBLElBQU0sWUFBWSxFQUFFLE9BQU8sT0FBTyxRQUFRLE9BQU8sTUFBTSxPQUFPLFFBQVEsT0FBTyxPQUFPLFVBQVUsT0FBTyxRQUFRLE9BQU8sV0FBVztBQUMvSCxJQUFNLFdBQVcsQ0FBQyxTQUFTLFNBQVMsS0FBSyxZQUFZLElBQUksQ0FBQyxFQUFFLFlBQVk7QUFDeEUsSUFBTSxXQUFXLENBQUMsU0FBUyxRQUFRLElBQUksS0FBSyxhQUFhLENBQUMsUUFBUSxJQUFJO0FBRXRFLElBQU0sVUFBVSxDQUFDLFNBQVUsU0FBUyxJQUFJLElBQUksVUFBVSxJQUFJLE1BQU0sU0FBUyxJQUFJLElBQUksVUFBVSxJQUFJLFVBQVUsVUFBVSxJQUFJO0FBR3ZILFNBQVMsT0FBTyxNQUFNLE1BQU07QUFDMUIsTUFBSSxtQkFBbUIsS0FBSyxJQUFJLEVBQUcsUUFBTztBQUMxQyxTQUFPLFNBQVMsWUFBWUMsU0FBUSxRQUFRLElBQUksR0FBRyxVQUFVLEtBQUssUUFBUSxXQUFXLEVBQUUsQ0FBQyxDQUFDLENBQUM7QUFDNUY7QUFDQSxJQUFNLFNBQVMsQ0FBQyxTQUFTLEtBQUssV0FBVyxPQUFPLEtBQUssS0FBSyxTQUFTLEtBQUs7QUFHakUsU0FBUyxZQUFZQyxRQUFPO0FBQ2pDLFFBQU0sUUFBUSxvQkFBSSxJQUFJO0FBQ3RCLGFBQVcsUUFBUUEsT0FBTSxJQUFJLENBQUMsU0FBUyxLQUFLLFlBQVksUUFBUSxHQUFHLElBQUksS0FBSyxDQUFDO0FBQzNFLGVBQVcsQ0FBQyxFQUFFLElBQUksS0FBSyxhQUFhLE1BQU0sTUFBTSxFQUFFLFNBQVMsa0JBQWtCLEdBQUc7QUFDOUUsWUFBTSxPQUFPLE9BQU8sTUFBTSxJQUFJO0FBQzlCLFVBQUksQ0FBQyxRQUFRLE9BQU8sSUFBSSxLQUFLLEtBQUssV0FBVyxJQUFJLEtBQUssQ0FBQyxXQUFXLEtBQUssWUFBWSxJQUFJLENBQUMsRUFBRztBQUMzRixZQUFNLElBQUksSUFBSTtBQUNkLFVBQUksU0FBUyxJQUFJLEVBQUcsWUFBVyxRQUFRLFlBQVksS0FBSyxZQUFZLElBQUksQ0FBQyxFQUFHLE9BQU0sSUFBSSxLQUFLLE1BQU0sSUFBSSxDQUFDO0FBQUEsSUFDeEc7QUFDRixTQUFPLENBQUMsR0FBRyxLQUFLLEVBQUUsS0FBSztBQUN6QjtBQWlCTyxJQUFNLFNBQVMsQ0FBQyxVQUNyQixNQUFNLE9BQU8sQ0FBQyxTQUFTLENBQUMsU0FBUyxJQUFJLEtBQUssQ0FBQyxTQUFTLElBQUksQ0FBQyxFQUFFLElBQUksQ0FBQyxTQUFTLENBQUMsU0FBUyxJQUFJLElBQUksTUFBTSxhQUFhLEtBQUssWUFBWSxJQUFJLENBQUMsQ0FBQyxDQUFDO0FBSWpJLFNBQVMsVUFBVSxJQUFJO0FBQzVCLEtBQUcsS0FBSyxNQUFNLEtBQUssY0FBYyxDQUFDLEVBQUUsUUFBUSxJQUFJLE1BQU07QUFDcEQsZUFBVyxRQUFRLE9BQU8sUUFBUSxDQUFDLFVBQVUsTUFBTSxZQUFZLENBQUMsQ0FBQyxFQUFFLE9BQU8sQ0FBQyxVQUFVLE1BQU0sU0FBUyxXQUFXLEdBQUc7QUFDaEgsWUFBTSxPQUFPLEtBQUssUUFBUSxNQUFNO0FBQ2hDLFlBQU0sT0FBTyxJQUFJLFFBQVEsT0FBTyxJQUFJLE1BQU0sSUFBSTtBQUM5QyxVQUFJLENBQUMsS0FBTTtBQUNYLFVBQUksU0FBUyxpQkFBa0IsTUFBSyxRQUFRLFFBQVEsS0FBSyxRQUFRLHFCQUFxQixlQUFlLENBQUM7QUFDdEcsVUFBSSxPQUFPLElBQUksRUFBRztBQUNsQixVQUFJLEtBQUssV0FBVyxJQUFJLEtBQUssQ0FBQyxXQUFXLEtBQUssWUFBWSxJQUFJLENBQUMsRUFBRyxPQUFNLElBQUksTUFBTSxHQUFHLFNBQVMsWUFBWSxJQUFJLElBQUksQ0FBQyxpQkFBaUIsSUFBSSxnQkFBZ0I7QUFDeEosV0FBSyxRQUFRLFFBQVEsUUFBUSxJQUFJLENBQUM7QUFBQSxJQUNwQztBQUFBLEVBQ0YsQ0FBQztBQUNIOzs7QUU5REEsU0FBUyxlQUFBQyxvQkFBbUI7QUFDNUIsU0FBUyxRQUFBQyxhQUFZO0FBR2QsSUFBTSxPQUFPQyxNQUFLLFlBQVksTUFBTTtBQUVwQyxJQUFNLFFBQVEsTUFDbkJDLGFBQVksTUFBTSxFQUFFLFdBQVcsS0FBSyxDQUFDLEVBQ2xDLE9BQU8sQ0FBQyxTQUFTLEtBQUssU0FBUyxLQUFLLEtBQUssQ0FBQyxzQ0FBc0MsS0FBSyxJQUFJLENBQUMsRUFDMUYsSUFBSSxDQUFDLFNBQVMsS0FBSyxNQUFNLEdBQUcsQ0FBQyxNQUFNLE1BQU0sQ0FBQyxFQUMxQyxLQUFLO0FBR0gsSUFBTSxRQUFRO0FBQ2QsSUFBTSxjQUFjLEVBQUUsU0FBUyxPQUFPLE9BQU8sT0FBTyxTQUFTLE9BQU8sTUFBTSxPQUFPLE1BQU0sT0FBTyxXQUFXLFNBQVMsZUFBZSx3Q0FBd0M7OztBQ2R6SyxTQUFTLFNBQVMsSUFBSTtBQUMzQixRQUFNLFFBQVEsR0FBRyxTQUFTLE1BQU07QUFDaEMsS0FBRyxTQUFTLE1BQU0sUUFBUSxJQUFJLFNBQVMsWUFBWSxNQUFNLEdBQUcsSUFBSSxDQUFDO0FBQ25FOzs7QUNGTyxTQUFTLFFBQVEsT0FBTztBQUM3QixRQUFNLFlBQVksSUFBSSxJQUFJLEtBQUs7QUFDL0IsTUFBSSxXQUFXO0FBQ2YsU0FBTztBQUFBLElBQ0wsTUFBTTtBQUFBLElBQ04sZUFBZSxRQUFRO0FBQ3JCLGlCQUFXLENBQUMsT0FBTyxNQUFNO0FBQUEsSUFDM0I7QUFBQSxJQUNBLGdCQUFnQixRQUFRO0FBQ3RCLGFBQU8sWUFBWSxJQUFJLENBQUMsU0FBUyxVQUFVLFNBQVM7QUFDbEQsY0FBTSxPQUFPLFVBQVUsSUFBSSxVQUFVLFFBQVEsSUFBSSxRQUFRLFdBQVcsRUFBRSxDQUFDLEVBQUUsTUFBTSxPQUFPLE9BQU8sS0FBSyxNQUFNLENBQUM7QUFDekcsWUFBSSxLQUFNLFVBQVMsSUFBSSxLQUFLLENBQUM7QUFBQSxZQUN4QixNQUFLO0FBQUEsTUFDWixDQUFDO0FBQUEsSUFDSDtBQUFBLElBQ0EsaUJBQWlCO0FBQ2YsVUFBSSxTQUFVLFlBQVcsQ0FBQyxVQUFVLElBQUksS0FBSyxVQUFXLE1BQUssU0FBUyxFQUFFLE1BQU0sU0FBUyxVQUFVLFFBQVEsS0FBSyxFQUFFLENBQUM7QUFBQSxJQUNuSDtBQUFBLEVBQ0Y7QUFDRjs7O0FDbkJBLFNBQVMsY0FBQUMsYUFBWSxnQkFBQUMscUJBQW9CO0FBQ3pDLFNBQVMsUUFBQUMsYUFBWTtBQUtyQixJQUFNLFFBQVEsQ0FBQ0MsWUFBV0EsT0FBTSxTQUFTLEdBQUcsSUFBSUEsT0FBTSxDQUFDLEVBQUUsWUFBWSxJQUFJQSxPQUFNLE1BQU0sQ0FBQyxJQUFJQSxRQUFPLFdBQVcsS0FBSyxFQUFFO0FBR25ILElBQU0sUUFBUSxDQUFDQyxPQUFNLFNBQ25CLENBQUMsR0FBRyxJQUFJLElBQUksQ0FBQyxHQUFHQyxjQUFhQyxNQUFLRixPQUFNLEdBQUcsSUFBSSxLQUFLLEdBQUcsTUFBTSxFQUFFLFNBQVMsSUFBSSxPQUFPLFVBQVUsSUFBSSxxQkFBcUIsR0FBRyxDQUFDLENBQUMsRUFBRSxJQUFJLENBQUMsQ0FBQyxFQUFFLElBQUksTUFBTSxJQUFJLENBQUMsQ0FBQyxFQUFFLElBQUksQ0FBQyxVQUFVO0FBQUEsRUFDcEssTUFBTUMsY0FBYUMsTUFBS0YsT0FBTSxHQUFHLElBQUksS0FBSyxHQUFHLE1BQU0sRUFBRSxNQUFNLFNBQVMsRUFBRSxDQUFDLEVBQUUsV0FBVyxLQUFLLEVBQUU7QUFBQSxFQUMzRixNQUFNLElBQUksSUFBSTtBQUNoQixFQUFFO0FBRUosSUFBTSxRQUFRLENBQUNBLE9BQU0sVUFDbkIsVUFBVSxFQUNQLE9BQU8sQ0FBQyxVQUFVLE1BQU0sVUFBVSxTQUFTRyxZQUFXRCxNQUFLRixPQUFNLEdBQUcsTUFBTSxFQUFFLEtBQUssQ0FBQyxDQUFDLEVBQ25GLElBQUksQ0FBQyxXQUFXLEVBQUUsTUFBTSxHQUFHLE1BQU0sS0FBSyxLQUFLLE1BQU0sSUFBSSxJQUFJLE1BQU0sSUFBSSxNQUFNLEVBQUUsR0FBRyxFQUFFO0FBRTlFLFNBQVMsUUFBUUEsT0FBTUksUUFBTztBQUNuQyxRQUFNLFNBQVMsQ0FBQztBQUNoQixRQUFNLE9BQU8sb0JBQUksSUFBSSxDQUFDLFVBQVUsS0FBSyxDQUFDO0FBQ3RDLGFBQVcsUUFBUUgsY0FBYUMsTUFBS0YsT0FBTSxXQUFXLEdBQUcsTUFBTSxFQUFFLE1BQU0sSUFBSSxHQUFHO0FBQzVFLFVBQU0sVUFBVSxLQUFLLE1BQU0sVUFBVTtBQUNyQyxRQUFJLFFBQVMsUUFBTyxLQUFLLEVBQUUsTUFBTSxRQUFRLENBQUMsR0FBRyxPQUFPLENBQUMsRUFBRSxDQUFDO0FBQ3hELFFBQUksT0FBTyxXQUFXLEVBQUc7QUFDekIsZUFBVyxDQUFDLEVBQUUsTUFBTSxJQUFJLEtBQUssS0FBSyxTQUFTLGdDQUFnQyxHQUFHO0FBQzVFLFVBQUksS0FBSyxJQUFJLElBQUksS0FBSyxLQUFLLFdBQVcsR0FBRyxFQUFHO0FBQzVDLFlBQU1LLFVBQVMsTUFBTUwsT0FBTSxJQUFJO0FBQy9CLFlBQU0sUUFBUUssUUFBTyxTQUFTLElBQUlBLFVBQVMsTUFBTUwsT0FBTSxJQUFJO0FBQzNELGlCQUFXLFFBQVEsQ0FBQyxNQUFNLEdBQUcsTUFBTSxJQUFJLENBQUMsRUFBRSxLQUFLLE1BQU0sS0FBSyxNQUFNLENBQUMsQ0FBQyxDQUFDLEVBQUcsTUFBSyxJQUFJLElBQUk7QUFDbkYsYUFBTyxHQUFHLEVBQUUsRUFBRSxNQUFNLEtBQUssRUFBRSxNQUFNLE1BQU0sSUFBSSxHQUFHLE1BQU0sSUFBSSxJQUFJLElBQUksR0FBSSxNQUFNLFNBQVMsS0FBSyxFQUFFLE9BQU8sV0FBVyxLQUFLLEVBQUcsQ0FBQztBQUFBLElBQ3ZIO0FBQUEsRUFDRjtBQUNBLFFBQU0sT0FBT0ksT0FBTSxPQUFPLENBQUMsU0FBUyxDQUFDLEtBQUssSUFBSSxJQUFJLENBQUM7QUFDbkQsTUFBSSxLQUFLLFNBQVMsRUFBRyxPQUFNLElBQUksTUFBTSxvQ0FBb0MsS0FBSyxJQUFJLENBQUMsU0FBUyxHQUFHLElBQUksS0FBSyxFQUFFLEtBQUssSUFBSSxDQUFDLEVBQUU7QUFDdEgsU0FBTyxPQUFPLE9BQU8sQ0FBQyxVQUFVLE1BQU0sTUFBTSxTQUFTLENBQUM7QUFDeEQ7OztBQ3JDQSxTQUFTLGNBQUFFLGFBQVksZ0JBQUFDLHFCQUFvQjtBQUN6QyxTQUFTLFFBQUFDLGFBQVk7QUFJckIsSUFBTSxVQUFVO0FBRWhCLFNBQVMsTUFBTUMsT0FBTTtBQUNuQixRQUFNQyxTQUFRRCxNQUFLLEtBQUssRUFBRSxNQUFNLEtBQUs7QUFDckMsUUFBTSxVQUFVLE9BQU8sWUFBWUMsT0FBTSxPQUFPLENBQUMsU0FBUyxLQUFLLFNBQVMsR0FBRyxDQUFDLEVBQUUsSUFBSSxDQUFDLFNBQVMsS0FBSyxNQUFNLEdBQUcsQ0FBQyxDQUFDO0FBQzVHLFNBQU9BLE9BQ0osT0FBTyxDQUFDLFNBQVMsQ0FBQyxLQUFLLFNBQVMsR0FBRyxDQUFDLEVBQ3BDLElBQUksQ0FBQyxPQUFPO0FBQ1gsVUFBTSxPQUFPLENBQUMsR0FBRyxRQUFRLEtBQUssR0FBRyxHQUFHLEdBQUcsT0FBTyxRQUFRLE9BQU8sRUFBRSxJQUFJLENBQUMsU0FBUyxLQUFLLEtBQUssR0FBRyxDQUFDLENBQUMsRUFBRSxLQUFLLEdBQUc7QUFDdEcsV0FBTyxFQUFFLElBQUksU0FBUyxNQUFNLFVBQVUsSUFBSSxRQUFRO0FBQUEsRUFDcEQsQ0FBQztBQUNMO0FBRU8sU0FBUyxZQUFZLElBQUk7QUFDOUIsS0FBRyxLQUFLLE1BQU0sS0FBSyxXQUFXLENBQUMsRUFBRSxRQUFRLElBQUksTUFBTTtBQUNqRCxVQUFNLE9BQU8sSUFBSSxpQkFBaUIsYUFBYSxXQUFXO0FBQzFELGVBQVcsU0FBUyxPQUFPLE9BQU8sQ0FBQ0MsV0FBVUEsT0FBTSxTQUFTLFlBQVksR0FBRztBQUN6RSxZQUFNLFFBQVEsTUFBTSxRQUFRLEtBQUs7QUFDakMsaUJBQVcsQ0FBQyxPQUFPRixLQUFJLEtBQUssTUFBTSxTQUFTLE9BQU87QUFDaEQsY0FBTSxVQUFVLE1BQU0sUUFBUSxRQUFRLE9BQU8sb0JBQW9CLE1BQU1BLEtBQUksRUFBRSxJQUFJLENBQUMsRUFBRSxLQUFLLE1BQU0sSUFBSSxJQUFJLEVBQUUsRUFBRSxLQUFLLEdBQUcsQ0FBQyxJQUFJLElBQUksR0FBRztBQUNqSSxZQUFNLFVBQVUsTUFBTSxRQUFRLFFBQVEseUJBQXlCLFlBQVk7QUFBQSxJQUM3RTtBQUFBLEVBQ0YsQ0FBQztBQUNIO0FBR0EsU0FBUyxZQUFZLEVBQUUsSUFBSSxRQUFRLEdBQUc7QUFDcEMsUUFBTSxXQUFXLE1BQU0sSUFBSSxPQUFPO0FBQ2xDLFFBQU0sUUFBUSxvQkFBSSxJQUFJLENBQUMsU0FBUyxJQUFJLENBQUM7QUFDckMsYUFBVyxFQUFFLE1BQU0sS0FBSyxTQUFTLFVBQVcsWUFBVyxFQUFFLEtBQUssS0FBSyxNQUFPLEtBQUksS0FBTSxPQUFNLElBQUksSUFBSTtBQUNsRyxRQUFNLFVBQVUsT0FBTyxZQUFZLENBQUMsR0FBRyxLQUFLLEVBQUUsSUFBSSxDQUFDLFNBQVMsQ0FBQyxNQUFNRyxjQUFhQyxNQUFLLFlBQVksSUFBSSxHQUFHLE1BQU0sRUFBRSxNQUFNLElBQUksQ0FBQyxDQUFDLENBQUM7QUFDN0gsU0FBTyxLQUFLLFVBQVUsRUFBRSxHQUFHLFVBQVUsUUFBUSxDQUFDO0FBQ2hEO0FBRUEsSUFBTSxRQUFRLENBQUMsU0FBVUMsWUFBV0QsTUFBSyxNQUFNLElBQUksQ0FBQyxJQUFJLENBQUMsR0FBR0QsY0FBYUMsTUFBSyxNQUFNLElBQUksR0FBRyxNQUFNLEVBQUUsU0FBUyxPQUFPLENBQUMsSUFBSSxDQUFDO0FBRWxILElBQU0sYUFBYSxDQUFDLFNBQVMsTUFBTSxJQUFJLEVBQUUsU0FBUztBQUVsRCxJQUFNLGFBQWEsQ0FBQ0UsV0FDekJBLE9BQU07QUFBQSxFQUFRLENBQUMsU0FDYixNQUFNLEdBQUcsSUFBSSxLQUFLLEVBQUUsUUFBUSxDQUFDLENBQUMsRUFBRUMsS0FBSSxNQUFNLE1BQU1BLEtBQUksRUFBRSxJQUFJLENBQUMsV0FBVyxDQUFDLE9BQU8sTUFBTSxNQUFNLFlBQVksTUFBTSxDQUFDLENBQUMsQ0FBQztBQUNqSDs7O0FDL0NLLFNBQVMsTUFBTSxNQUFNO0FBQzFCLFFBQU0sUUFBUSxDQUFDO0FBQ2YsYUFBVyxRQUFRLEtBQUssTUFBTSxrQkFBa0IsR0FBRztBQUNqRCxlQUFXLE9BQU8sS0FBSyxNQUFNLDhGQUE4RixLQUFLLENBQUMsR0FBRztBQUNsSSxZQUFNLGFBQWEsTUFBTSxLQUFLLEdBQUc7QUFDakMsVUFBSSxDQUFDLGdEQUFnRCxLQUFLLEdBQUcsS0FBSyxXQUFXLFdBQVcsRUFBRyxPQUFNLEtBQUssR0FBRztBQUFBLFVBQ3BHLFVBQVMsSUFBSSxHQUFHLElBQUksSUFBSSxXQUFXLFFBQVEsSUFBSyxPQUFNLEtBQUssV0FBVyxDQUFDLElBQUksV0FBVyxJQUFJLENBQUMsQ0FBQztBQUFBLElBQ25HO0FBQUEsRUFDRjtBQUNBLFNBQU87QUFDVDs7O0FYQUEsSUFBTSxPQUFPO0FBQ2IsSUFBTSxRQUFRLE1BQU07QUFFcEIsSUFBTyxpQkFBUSxhQUFhO0FBQUEsRUFDMUIsT0FBTztBQUFBLEVBQ1AsYUFBYTtBQUFBLEVBQ2IsTUFBTTtBQUFBLEVBQ04sTUFBTSxDQUFDLENBQUMsUUFBUSxFQUFFLEtBQUssUUFBUSxNQUFNLGlCQUFpQixNQUFNLHNCQUFzQixtQkFBbUIsSUFBSSxDQUFDLEdBQUcsQ0FBQyxDQUFDO0FBQUEsRUFDL0csVUFBVSxFQUFFLENBQUMsR0FBRyxLQUFLLEtBQUssR0FBRyxZQUFZLGFBQWEsY0FBYztBQUFBLEVBQ3BFLFVBQVU7QUFBQSxJQUNSLFFBQVEsRUFBRSxTQUFTLE9BQU87QUFBQSxJQUMxQixPQUFPLEVBQUUsU0FBUyxLQUFLO0FBQUE7QUFBQSxJQUN2QixlQUFlLEVBQUUsTUFBTSxNQUFNO0FBQUEsSUFDN0IsUUFBUSxDQUFDLE9BQU8sR0FBRyxJQUFJLFlBQVksRUFBRSxJQUFJLFFBQVEsRUFBRSxJQUFJLFNBQVMsRUFBRSxJQUFJLFdBQVc7QUFBQSxFQUNuRjtBQUFBLEVBQ0EsbUJBQW1CLENBQUMsRUFBRSxVQUFVLFlBQVksTUFBTTtBQUNoRCxRQUFJLGFBQWEsR0FBRyxLQUFLLE1BQU8sUUFBTyxPQUFPLGFBQWEsV0FBVztBQUFBLGFBQzdELFdBQVcsUUFBUSxFQUFHLFFBQU8sT0FBTyxhQUFhLEVBQUUsT0FBTyxPQUFPLFdBQVcsZUFBZSxDQUFDO0FBQUEsRUFDdkc7QUFBQSxFQUNBLE1BQU0sRUFBRSxTQUFTLENBQUMsUUFBUSxDQUFDLEdBQUcsT0FBTyxZQUFZLEtBQUssQ0FBQyxHQUFHLEdBQUcsV0FBVyxLQUFLLENBQUMsQ0FBQyxDQUFDLEVBQUU7QUFBQSxFQUNsRixhQUFhO0FBQUEsSUFDWCxLQUFLO0FBQUEsTUFDSCxFQUFFLE1BQU0sWUFBWSxNQUFNLFlBQVk7QUFBQSxNQUN0QyxFQUFFLE1BQU0sZUFBZSxNQUFNLFNBQVM7QUFBQSxNQUN0QyxFQUFFLE1BQU0sb0JBQW9CLE1BQU0sT0FBTztBQUFBLE1BQ3pDLEVBQUUsTUFBTSxZQUFZLE1BQU0sWUFBWTtBQUFBLE1BQ3RDLEVBQUUsTUFBTSxjQUFjLE1BQU0sZ0JBQUssV0FBVztBQUFBLElBQzlDO0FBQUEsSUFDQSxTQUFTLFFBQVEsTUFBTSxLQUFLO0FBQUEsSUFDNUIsU0FBUyxDQUFDLEdBQUcsQ0FBQztBQUFBLElBQ2Qsa0JBQWtCO0FBQUEsSUFDbEIsUUFBUSxFQUFFLFVBQVUsU0FBUyxTQUFTLEVBQUUsWUFBWSxFQUFFLFNBQVMsRUFBRSxVQUFVLE1BQU0sRUFBRSxFQUFFLEVBQUU7QUFBQSxFQUN6RjtBQUNGLENBQUM7IiwKICAibmFtZXMiOiBbInJlc29sdmUiLCAia2V5IiwgInJlc29sdmUiLCAicGFnZXMiLCAicmVhZGRpclN5bmMiLCAiam9pbiIsICJqb2luIiwgInJlYWRkaXJTeW5jIiwgImV4aXN0c1N5bmMiLCAicmVhZEZpbGVTeW5jIiwgImpvaW4iLCAid29yZHMiLCAiZG9jcyIsICJyZWFkRmlsZVN5bmMiLCAiam9pbiIsICJleGlzdHNTeW5jIiwgInBhZ2VzIiwgInN0YWdlcyIsICJleGlzdHNTeW5jIiwgInJlYWRGaWxlU3luYyIsICJqb2luIiwgIm1hcmsiLCAid29yZHMiLCAidG9rZW4iLCAicmVhZEZpbGVTeW5jIiwgImpvaW4iLCAiZXhpc3RzU3luYyIsICJwYWdlcyIsICJtYXJrIl0KfQo=
