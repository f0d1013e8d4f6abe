// Replaces an exercise's mark with the command that creates its file and judges it.
//   <!-- exercise: reduce/v2 judged=barriers -->
const mark = /^<!-- exercise: (\S+) .*-->$/gm

export function exerciseMark(md) {
  md.core.ruler.before('normalize', 'exercise', (state) => {
    state.src = state.src.replace(mark, (whole, id) => `${whole}\n\n\`\`\`sh\n./ladder practice ${id}\n\`\`\`\n`)
  })
}
