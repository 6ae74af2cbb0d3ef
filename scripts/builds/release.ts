import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build as compile } from 'esbuild'
import { defineBrandForEsbuild } from '@/lib/brand/folder.mjs'
import { readTracedFiles } from '@/lib/build/traced-files'
import { trainedClassifier } from '@/lib/chatbot/classifier/classifier'
import { parseSettings } from '@/lib/parse-settings'
import { readJson } from '@/lib/text-file.mjs'
import { fail } from '../commands'
import { readSettings } from '../settings'
import { compiler } from './build-site'
import { bundlerFiles, loadTracer } from './next-package'

const commands = {
  'db:migrate': 'migrate',
  'db:backup': 'backup',
  operator: 'operator',
  attestations: 'attestations',
  doctor: 'doctor',
}

const node = 'node --env-file-if-exists=.env'
// Files that tracing does not find. `trainedClassifier` is read only when the
// assistant is first used.
const extraFiles = [
  '.env.example',
  'LICENSE',
  'deploy',
  'exec.cmd',
  'prisma',
  trainedClassifier,
]

// SQLite's binaries, which are copied because the package chooses one by the
// platform's name, which tracing cannot follow.
const binaries = 'node_modules/better-sqlite3/prebuilds'

const onlyForBuilds =
  /\.(map|nft\.json)$|[/\\]\.next[/\\](trace|traced-files\.json$|required-server-files\.js$|types|diagnostics|cache)/

// About 40 MB that only development and builds load.
const unneeded = [
  'node_modules/{@swc/core*,typescript}/**',
  'node_modules/next/dist/**/*.dev*.js',
  'node_modules/next/dist/compiled/{babel*,next-devtools,webpack}/**',
]

export async function makeRelease(
  buildFolder: string,
  target: string,
): Promise<string> {
  const folder = resolve(target)
  if (
    existsSync(folder) &&
    readdirSync(folder).length > 0 &&
    !existsSync(join(folder, '.build/made-from'))
  )
    fail(
      `${folder} is not empty and contains no release: choose another folder.`,
    )
  mkdirSync(dirname(folder), { recursive: true })
  const unfinished = `${folder}.${process.pid}`
  await fillRelease(unfinished, buildFolder)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  return folder
}

async function fillRelease(unfinished: string, buildFolder: string) {
  for (const name of extraFiles)
    cpSync(name, join(unfinished, name), { recursive: true })
  const filter = (path: string) => !onlyForBuilds.test(path)
  cpSync(buildFolder, join(unfinished, '.build'), {
    recursive: true,
    verbatimSymlinks: true,
    filter,
  })
  const compiled = await compileCommands(join(unfinished, 'commands'))
  const servers = ['server.mjs', 'next.config.mjs'].map((name) =>
    join(buildFolder, name),
  )
  const packages = await tracePackages(
    [...servers, ...compiled],
    join(buildFolder, '.next'),
  )
  for (const path of [...packages, binaries])
    cpSync(path, join(unfinished, path), { recursive: true, dereference: true })
  writeFileSync(
    join(unfinished, 'package.json'),
    `${JSON.stringify(manifest(), null, 2)}\n`,
  )
}

/**
 * Bundles the commands; also returns copies in the checkout, from where their
 * packages can be traced.
 */
async function compileCommands(folder: string): Promise<string[]> {
  const files = Object.values(commands)
  const outdir = join('.packages', `commands-${process.pid}`)
  await compile({
    ...compiler,
    entryPoints: files.map((name) => `scripts/${name}.ts`),
    outdir,
    outExtension: { '.js': '.mjs' },
    // Node resolves these imports only with the file extension, which Next and
    // tsx add.
    alias: {
      'next/headers': 'next/headers.js',
      'next/navigation': 'next/navigation.js',
    },
    define: {
      ...defineBrandForEsbuild(readSettings().BRAND),
      'process.env.BUILT_WITH': JSON.stringify(builtWith()),
    },
  })
  cpSync(outdir, folder, { recursive: true })
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
  return files.map((name) => join(outdir, `${name}.mjs`))
}

/**
 * Returns the settings of this build as JSON, which the release's commands
 * compare with the settings of its start (scripts/setting-problems.ts).
 */
function builtWith(): string {
  const { SITE_URL, BRAND = '' } = parseSettings(readSettings()).settings ?? {}
  return JSON.stringify({ SITE_URL, BRAND })
}

function manifest() {
  const { version, license, engines } = readJson('package.json')
  const start = `${node} commands/migrate.mjs && exec ${node} .build/server.mjs`
  const scripts = Object.entries(commands).map(([script, file]) => [
    script,
    `${node} commands/${file}.mjs`,
  ])
  return {
    version,
    private: true,
    license,
    engines,
    scripts: { start, ...Object.fromEntries(scripts) },
  }
}

async function tracePackages(
  files: string[],
  distDir: string,
): Promise<string[]> {
  const options = {
    base: '.',
    processCwd: resolve('.'),
    mixedModules: true,
    moduleSyncCatchall: true,
    ignore: unneeded,
  }
  const { fileList } = await loadTracer()(files, options)
  const resolved = [...readTracedFiles(distDir), ...bundlerFiles()]
  const paths = [...fileList, ...resolved.map((path) => relative('.', path))]
  return [...new Set(paths)]
    .filter((path) => path.startsWith('node_modules'))
    .sort()
}
