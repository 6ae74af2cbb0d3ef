// `npm run dev`: the site with changes shown as they are saved.
import { bin, run, setUp } from './setup.mjs'

setUp()
process.exitCode = run(bin('next'), ['dev', ...process.argv.slice(2)])
