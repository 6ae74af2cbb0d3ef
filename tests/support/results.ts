import { mkdirSync, writeFileSync } from 'node:fs'

/** How many tests passed, and for each failure its name and error. `npm test` counts them, and says failures at its end. */
type Results = { passed: number; failures: string[] }

export function writeResults(runner: 'vitest' | 'playwright', results: Results) {
  mkdirSync('.cache/results', { recursive: true })
  writeFileSync(`.cache/results/${runner}.json`, JSON.stringify(results))
}
