// `npm run soak:crashes`: fifty crashes of the server in the middle of writing; no lead that was answered may be lost.
import { readSettings } from './settings.mjs'

process.env.CRASHES = readSettings().CRASHES ?? '50'
process.argv.push('e2e', 'tests/e2e/failures.spec.ts', '--grep', 'crashes in the middle')
await import('./test.mjs')
