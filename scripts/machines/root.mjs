// A clean Debian in a folder: no compiler, no Python, no npm but the one that is put there.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { announce, fail, run } from '../commands.mjs'
import { readSettings } from '../settings.mjs'

export const root = resolve('.cache/machines/root')
export const user = 1000

const release = 'bookworm'
// Each Node with the npm that its own archive has.
const npmOf = { 20: '10', 22: '10', 24: '11' }
// Where certificates of this machine's own are, the ways out want them.
const certificates = readSettings().NODE_EXTRA_CA_CERTS

/** Makes the folder, unless it is there. Needs root and debootstrap. */
export async function makeRoot() {
  if (process.getuid?.() !== 0) fail('Only root can make a machine to try the site on.')
  if (existsSync(root)) return
  announce(`Making a clean Debian (${release}) in ${root}.`)
  const draft = `${root}.partial`
  rmSync(draft, { recursive: true, force: true })
  if ((await run('debootstrap', ['--variant=minbase', release, draft], {}, 'ignore')) !== 0) {
    fail('debootstrap failed: see above (`apt-get install debootstrap`).')
  }
  renameSync(draft, root)
}

/** Puts a Node with its npm there; returns its folder of programs. */
export async function addNode(major) {
  const folder = join(root, 'opt', `node-${major}`)
  const packages = [`node-linux-${process.arch}@${major}`, `npm@${npmOf[major]}`]
  const programs = join(folder, 'node_modules/.bin')
  const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error', ...packages]
  if (!existsSync(join(programs, 'npm'))) {
    mkdirSync(folder, { recursive: true })
    if ((await run('npm', install, {}, 'ignore')) !== 0) fail(`Node ${major} could not be had: see above.`)
  }
  return programs.slice(root.length)
}

/** A new folder there that belongs to its user, and a home beside it. */
export function makeFolder(path) {
  const folder = join(root, path)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  chownSync(folder, user, user)
  return folder
}

/** What is there of the tools that compiling takes. */
export function findCompilers() {
  const { stdout } = spawnSync('chroot', [root, 'sh', '-c', 'command -v cc c++ gcc g++ make python3'])
  return String(stdout).trim()
}

/** Starts a command there as its user, with this environment and nothing else. */
export function enter(folder, environment, command) {
  const settings = { HOME: '/srv/home', ...withCertificates(), ...environment }
  const assigned = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const args = [`--userspec=${user}:${user}`, root, 'env', '-i', '-C', folder, ...assigned, ...command]
  return spawn('chroot', args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

function withCertificates() {
  if (!certificates) return {}
  mkdirSync(join(root, dirname(certificates)), { recursive: true })
  copyFileSync(certificates, join(root, certificates))
  return { NODE_EXTRA_CA_CERTS: certificates }
}

/** Runs `task` while the machine has what a kernel gives it, and the names of the network. */
export async function withMachine(task) {
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(root, file))
  const processes = join(root, 'proc')
  if ((await run('mount', ['-t', 'proc', 'proc', processes])) !== 0) fail('The machine has no /proc: see above.')
  try {
    return await task()
  } finally {
    await run('umount', ['--lazy', processes])
  }
}
