// Clean Debians in folders: no compiler, no Python, and no Node but the one that is put there.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { announce, fail, run } from '../commands.mjs'
import { readSettings } from '../settings.mjs'

export const machines = resolve('.cache/machines')
export const base = join(machines, 'root')
export const user = 1000

const release = 'bookworm'
// Each Node with the npm that its own archive has.
const npmOf = { 20: '10', 22: '10', 24: '11' }
// Where certificates of this machine's own are, the ways out want them.
const certificates = readSettings().NODE_EXTRA_CA_CERTS

/** Makes the first of them, unless it is there. Needs root and debootstrap. */
export async function makeBase() {
  if (process.getuid?.() !== 0) fail('Only root can make a machine to try the site on.')
  if (existsSync(base)) return
  announce(`Making a clean Debian (${release}) in ${base}.`)
  const draft = `${base}.partial`
  rmSync(draft, { recursive: true, force: true })
  if ((await run('debootstrap', ['--variant=minbase', release, draft], {}, 'ignore')) !== 0) {
    fail('debootstrap failed: see above (`apt-get install debootstrap`).')
  }
  renameSync(draft, base)
}

/** Puts a Node with its npm there; returns its folder of programs. */
export async function addNode(major) {
  const folder = join(base, 'opt', `node-${major}`)
  const packages = [`node-linux-${process.arch}@${major}`, `npm@${npmOf[major]}`]
  const programs = join(folder, 'node_modules/.bin')
  const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error', ...packages]
  if (!existsSync(join(programs, 'npm'))) {
    mkdirSync(folder, { recursive: true })
    if ((await run('npm', install, {}, 'ignore')) !== 0) fail(`Node ${major} could not be had: see above.`)
  }
  return programs.slice(base.length)
}

/** A new, empty folder of a machine, which belongs to its user. */
export function makeFolder(machine, path) {
  const folder = join(machine, path)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  chownSync(folder, user, user)
  return folder
}

/** What a machine has of the tools that compiling takes. */
export function findCompilers(machine) {
  const { stdout } = spawnSync('chroot', [machine, 'sh', '-c', 'command -v cc c++ gcc g++ make python3'])
  return String(stdout).trim()
}

/** Starts a command on a machine, with this environment and nothing else. */
export function enter(machine, { folder, environment, as = user, stdio = ['ignore', 'pipe', 'pipe'] }, command) {
  const settings = { HOME: '/tmp', ...copyCertificates(machine), ...environment }
  const assigned = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  return spawn('chroot', [`--userspec=${as}:${as}`, machine, 'env', '-i', '-C', folder, ...assigned, ...command], {
    stdio,
  })
}

function copyCertificates(machine) {
  if (!certificates) return {}
  if (!existsSync(join(machine, certificates))) {
    mkdirSync(join(machine, dirname(certificates)), { recursive: true })
    copyFileSync(certificates, join(machine, certificates))
  }
  return { NODE_EXTRA_CA_CERTS: certificates }
}

/**
 * Runs `task` while a machine has the names of the network, and its processes. With `writable` it can be written to in
 * these folders alone, which are in memory, and shows as little of its processes as the unit does.
 */
export async function withMachine(machine, { writable } = {}, task) {
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(machine, file))
  copyCertificates(machine)
  const mounted = []
  const mount = async (at, ...args) => {
    if ((await run('mount', [...args, at])) !== 0) fail(`${at} could not be mounted: see above.`)
    if (mounted.at(-1) !== at) mounted.push(at)
  }
  try {
    if (writable) {
      await mount(machine, '--bind', machine)
      await mount(machine, '-o', 'remount,bind,ro')
      for (const path of writable)
        await mount(join(machine, path), '-t', 'tmpfs', '-o', `uid=${user},mode=700`, 'tmpfs')
    }
    const seen = writable ? 'subset=pid,hidepid=invisible' : 'rw'
    await mount(join(machine, 'proc'), '-t', 'proc', '-o', seen, 'proc')
    return await task()
  } finally {
    for (const at of mounted.reverse()) await run('umount', ['--lazy', at])
  }
}
