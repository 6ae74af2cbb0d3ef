// Programs of Debian for tests and benchmarks: those of the system, else their packages unpacked into the cache. Nothing
// is installed, for an installed web server would start itself.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
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
  mkdirSync(join(folder, name), { recursive: true })
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const download = `cd ${folder} && apt-get download -qq ${name}`
  const [update, ...parts] = [...asRoot, 'apt-get', 'update', '-qq']
  if ((await run('sh', ['-c', download])) !== 0) {
    await run(update, parts)
    if ((await run('sh', ['-c', download])) !== 0) return false
  }
  const archive = readdirSync(folder).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'))
  return archive !== undefined && (await run('dpkg-deb', ['-x', join(folder, archive), join(folder, name)])) === 0
}
