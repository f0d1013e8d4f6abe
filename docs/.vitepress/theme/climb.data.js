// The stages of reduce, and the fraction of the memory bandwidth that each reaches, from the recorded run.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const recorded = fileURLToPath(new URL('../../../results/h200/ladder.json', import.meta.url))

export default {
  watch: [recorded],
  load: () =>
    JSON.parse(readFileSync(recorded, 'utf8'))
      .results.filter(({ track, backend, n, fraction_of_ceiling }) => track === 'reduce' && backend === 'cuda' && n === 2 ** 28 && fraction_of_ceiling)
      .map(({ id, stage, idea, fraction_of_ceiling }) => ({ id, stage, idea, fraction: fraction_of_ceiling }))
}
