// The check of the texts where nothing is installed, as in CI: `node scripts/check-copy.mjs`, with the options of
// `npm run copy`. It needs six of the packages, and no database: a fresh clone has its answer within seconds.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { announce, fail, run } from './commands.mjs'
import { checkPackages, selectPackages } from './copy/packages.mjs'

if (!existsSync('node_modules')) await installPackages()
const command = ['--import', 'tsx', 'scripts/copy.ts', ...process.argv.slice(2)]
process.exitCode = await run(process.execPath, command, defaults())

// Beside the project, as npm would take its own lock; the set-up replaces them when more is needed.
async function installPackages() {
  const folder = '.cache/copy-packages'
  announce('Installing what the check needs.')
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const selected = selectPackages(manifest, lock, checkPackages)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, JSON.stringify(selected.manifest))
  writeFileSync(`${folder}/package-lock.json`, JSON.stringify(selected.lock))
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if ((await run('npm', ['ci', '--prefix', folder, ...options])) !== 0)
    fail('Installing the packages failed: see above.')
  renameSync(`${folder}/node_modules`, 'node_modules')
}

// Where nothing is set up there is no .env; what is set in the environment comes first.
function defaults() {
  const written = parseEnv(readFileSync(existsSync('.env') ? '.env' : '.env.example', 'utf8'))
  const secret = { APP_SECRET: 'only-for-the-check-0123456789-0123456789' }
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined))
  return { ...written, ...secret, ...set }
}
