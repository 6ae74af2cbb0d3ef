// `npm run preview BRANCH [PORT]`: serves a proposal from a folder with its own
// port and database, and removes the folder at the end.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { readText } from '@/lib/text-file.mjs'
import { announce, fail, run } from './commands'
import { fetchBranch, tryGit } from './edit/git'

// Copied, because making these files again takes a minute.
const prepared = [
  '.env',
  'lib/chatbot/classifier/generated',
  'lib/database/generated',
  'lib/database/postgresql/generated',
]

const [branch, chosenPort] = process.argv.slice(2)
if (!branch)
  fail('npm run preview BRANCH [PORT], such as copy/2026-11-28-a1b2c3 4000')
const commit = await fetchBranch(branch)
const checkout = resolve('.')
mkdirSync('.cache', { recursive: true })
const folder = mkdtempSync(resolve('.cache/preview-'))
process.on('exit', removeFolder)
announce(`Preparing ${branch} (${commit.slice(0, 8)}).`)
await checkOut(commit)
for (const path of prepared.filter(existsSync))
  cpSync(path, join(folder, path), { recursive: true })
// Links the checkout's packages, unless the proposal needs other packages,
// which `dev` then installs.
const lock = 'package-lock.json'
if (readText(lock) === readText(join(folder, lock)))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
// The port, whatever PORT says, because the site itself may be running there.
const port = chosenPort ?? (await findPort())
process.chdir(folder)
process.exitCode = await run(process.execPath, ['scripts/run.mjs', 'dev'], {
  PORT: `${port}`,
  DATABASE_URL: 'file:data/site.db',
  DELIVERIES: 'off',
})

/**
 * Writes the files of a commit. The folder has no .git, because Next would then
 * not find the packages outside it.
 */
async function checkOut(commit: string) {
  const environment = { GIT_INDEX_FILE: `${folder}.index` }
  const prefix = `--prefix=${folder}/`
  for (const args of [
    ['read-tree', commit],
    ['checkout-index', '--all', prefix],
  ]) {
    const { code, stderr } = await tryGit(args, { environment, seconds: 120 })
    if (code !== 0) fail(stderr)
  }
  rmSync(`${folder}.index`)
}

async function findPort(): Promise<number> {
  const probe = createServer()
  await new Promise((done) => probe.listen(0, () => done(undefined)))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

function removeFolder() {
  // Leaves the folder before removing it, because Windows cannot remove the
  // current folder.
  process.chdir(checkout)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
