// `npm run copy`: the check of the texts, on a fresh clone too.
import { existsSync } from 'node:fs'
import { run } from './commands.mjs'
import { setUp } from './setup.mjs'

if (!existsSync('node_modules/.installed') || !existsSync('.env')) await setUp()
const command = ['--import', 'tsx', '--import', './scripts/environment.mjs', 'scripts/copy.ts']
process.exitCode = await run(process.execPath, [...command, ...process.argv.slice(2)])
