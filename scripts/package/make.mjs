import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { folderOf, pointLink } from '../builds/folder.mjs'
import { fail } from '../commands.mjs'
import { commands, compileCommands } from './compile.mjs'
import { tracePackages } from './trace.mjs'

const besides = ['.env.example', 'LICENSE', 'deploy', 'prisma']

// What no trace finds: the schema engine is WebAssembly, and SQLite's binary is chosen by the platform.
const binaries = 'node_modules/better-sqlite3/prebuilds'
const untraced = ['node_modules/@prisma/schema-engine-wasm', binaries]

// What names the folder of a build: for proxies, and as Next's note.
const namesFolder = ['static-site/Caddyfile', 'static-site/nginx-maps.conf', 'required-server-files.json']

// Of a build: what only its making wrote.
const unneeded = /\.(map|nft\.json)$|[/\\]\.next[/\\](trace|required-server-files\.js$|types|diagnostics|cache)/

/** Makes a package of a build, in one step: the folder is whole or not there. Ends the process for one that is in use. */
export async function makePackage(build, target) {
  const folder = resolve(target)
  if (!isFree(folder, build)) fail(`${folder} is not empty: name another folder.`)
  if (!existsSync(join(folder, 'package.json'))) {
    mkdirSync(dirname(folder), { recursive: true })
    const draft = `${folder}.${process.pid}`
    await fill(draft, build)
    nameFolder(join(draft, folderOf(build), '.next'), folder)
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  }
  return { folder, megabytes: Math.round(sizeOf(folder) / 1e6) }
}

function isFree(folder, build) {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).build === build
}

async function fill(draft, build) {
  const made = folderOf(build)
  for (const name of besides) cpSync(name, join(draft, name), { recursive: true })
  // Its links to packages are relative, and hold here as well.
  cpSync(made, join(draft, made), { recursive: true, verbatimSymlinks: true, filter: (path) => !unneeded.test(path) })
  pointLink(join(draft, dirname(made), 'latest'), build)
  const servers = ['server.mjs', 'next.config.mjs'].map((name) => join(made, name))
  const files = [...servers, ...(await compileInto(draft))]
  for (const path of [...(await tracePackages(files, join(made, '.next/server'))), ...untraced]) {
    cpSync(path, join(draft, path), { recursive: true, dereference: true, filter: isForThisSystem })
  }
  writeFileSync(join(draft, 'package.json'), `${JSON.stringify(manifestOf(build), null, 2)}\n`)
}

function isForThisSystem(path) {
  return dirname(path) !== binaries || basename(path).startsWith(process.platform)
}

// In the checkout first, where a trace finds their packages.
async function compileInto(draft) {
  const folder = join('.packages', `commands-${process.pid}`)
  const files = await compileCommands(folder)
  cpSync(folder, draft, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return files.map((file) => join(folder, file))
}

function nameFolder(made, folder) {
  for (const file of namesFolder.map((name) => join(made, name))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(resolve('.'), folder))
  }
}

function manifestOf(build) {
  const { name, version, license, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const scripts = Object.entries(commands).map(([script, file]) => [script, `node commands/${file}.mjs`])
  const started = { start: 'exec node start.mjs || node start.mjs', ...Object.fromEntries(scripts) }
  return { name, version, private: true, license, type: 'module', engines, build, scripts: started }
}

function sizeOf(path) {
  const entry = lstatSync(path)
  if (!entry.isDirectory()) return entry.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
