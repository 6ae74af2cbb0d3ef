// Programs of Debian for tests and benchmarks: those of the system, else their packages unpacked into the cache. Nothing
// is installed, for an installed web server would start itself.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { announce, run } from './commands.mjs'
import { readSettings } from './settings.mjs'

const folder = '.cache/debian'

/** The path of a program, or undefined when there is none and its package of the same name cannot be had. */
export async function findProgram(name) {
  const folders = [...(readSettings().PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  const unpacked = ['usr/sbin', 'usr/bin'].map((part) => join(resolve(folder, name), part))
  const found = () => [...folders, ...unpacked].map((path) => join(path, name)).find(isFile)
  return found() ?? ((await unpack(name)) ? found() : undefined)
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile()
}

async function unpack(name) {
  if (!isFile('/usr/bin/apt-get')) return false
  announce(`Fetching Debian's ${name}, without installing it.`)
  return unpackInto(name, () => [name])
}

/** A folder with a package and what it needs that this system lacks, unpacked; undefined where they cannot be had. */
export async function unpackWithNeeds(name, isNeeded = () => true) {
  const target = resolve(folder, name)
  if (existsSync(target)) return target
  if (!isFile('/usr/bin/apt-get')) return undefined
  announce(`Fetching Debian's ${name} and what it needs, without installing it.`)
  const list = () => {
    const { stdout } = spawnSync('apt-get', ['install', '-qq', '--no-install-recommends', '--simulate', name])
    const names = [...String(stdout).matchAll(/^Inst (\S+)/gm)].map(([, needed]) => needed)
    return names.filter(isNeeded)
  }
  return (await unpackInto(name, list)) ? target : undefined
}

/** Where the unpacked libraries are, for LD_LIBRARY_PATH; empty for the system's own. */
export function librariesIn(root) {
  if (root === '/') return ''
  const folders = ['usr/lib', 'lib'].map((folder) => join(root, folder)).filter((folder) => existsSync(folder))
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .join(':')
}

async function unpackInto(name, list) {
  const downloads = join(folder, `${name}.packages`)
  mkdirSync(downloads, { recursive: true })
  if (!(await download(downloads, list))) {
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    const [update, ...parts] = [...asRoot, 'apt-get', 'update', '-qq']
    await run(update, parts)
    if (!(await download(downloads, list))) return false
  }
  const draft = join(folder, `${name}.${process.pid}.partial`)
  mkdirSync(draft, { recursive: true })
  for (const archive of readdirSync(downloads).filter((file) => file.endsWith('.deb'))) {
    if ((await run('dpkg-deb', ['-x', join(downloads, archive), draft])) !== 0) return false
  }
  rmSync(join(folder, name), { recursive: true, force: true })
  renameSync(draft, join(folder, name))
  return true
}

async function download(downloads, list) {
  const names = list()
  if (names.length === 0) return false
  return (await run('sh', ['-c', `cd ${downloads} && apt-get download -qq ${names.join(' ')}`])) === 0
}
