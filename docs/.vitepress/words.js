// Splits a text into words for the search. Chinese and Japanese have no spaces, so every two neighbouring
// characters are a word. VitePress sends this function to the browser as text, so it must be self-contained.
export function words(text) {
  const found = []
  for (const word of text.split(/[\s\p{P}\p{S}]+/u)) {
    for (const run of word.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu) ?? []) {
      const characters = Array.from(run)
      if (!/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u.test(run) || characters.length === 1) found.push(run)
      else for (let i = 0; i + 1 < characters.length; i++) found.push(characters[i] + characters[i + 1])
    }
  }
  return found
}
