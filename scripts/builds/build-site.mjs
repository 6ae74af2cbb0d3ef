// Builds the site into a folder of its own, unless there is one of the same inputs already.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brandFolder } from '../../lib/brand/folder.mjs'
import { announce, bin, fail, run } from '../commands.mjs'
import { readBuildSettings, readSettings } from '../settings.mjs'
import { hash, listFiles, readStamp } from '../stamps.mjs'
import { buildsFolder, folderOf, markFinished, pointLink, readBuild, removeBuild, touchBuild } from './folder.mjs'
import { withBuildLock } from './lock.mjs'
import { pruneBuilds } from './served.mjs'

export const buildSources = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.mjs',
  'tsconfig.json',
]

const commands = ['builds', 'draw-images.ts', 'images', 'look', 'write-look.ts']
const tools = ['package-lock.json', ...commands.map((name) => `scripts/${name}`)]

// Images are drawn for each brand: every build has its own. Those of an earlier version may lie in the checkout.
const drawn = /^public[/\\](favicon\.ico|icon\.svg|icons|share)([/\\]|$)/

const idLength = 16

/** Resolves to the name of the build of the code, texts and settings as they are now. */
export async function buildSite() {
  const inputs = idOfInputs()
  const build = readBuild(inputs) ? inputs : await withBuildLock(makeBuild)
  touchBuild(build)
  pointLink(join(buildsFolder, 'latest'), build)
  return build
}

async function makeBuild() {
  for (;;) {
    const build = idOfInputs()
    if (readBuild(build)) return build
    announce('Building the site: about a minute.')
    removeBuild(build)
    await fillFolder(folderOf(build))
    if (idOfInputs() === build) {
      markFinished(build, { settings: readBuildSettings() })
      pruneBuilds()
      return build
    }
    removeBuild(build)
    announce('Something was changed while it was built: once more.')
  }
}

async function fillFolder(folder) {
  mkdirSync(folder, { recursive: true })
  if (existsSync('public')) cpSync('public', join(folder, 'public'), { recursive: true, filter: isNotDrawn })
  if ((await run(process.execPath, ['--import', 'tsx', 'scripts/write-look.ts', join(folder, 'look')])) !== 0)
    fail('The look of the brand cannot be used: see above.')
  const drawing = ['--import', 'tsx', 'scripts/draw-images.ts', join(folder, 'public')]
  if ((await run(process.execPath, drawing)) !== 0) fail('Drawing the share images and icons failed: see above.')
  if ((await run(process.execPath, ['scripts/builds/compile-server.mjs', folder])) !== 0)
    fail('Compiling the server failed: see above.')
  // Next writes its folders into this file, and into the types of the checkout.
  writeFileSync(join(folder, 'tsconfig.json'), configurationOf(folder))
  const types = readStamp('next-env.d.ts')
  const environment = { NODE_ENV: 'production', BUILD_FOLDER: folder }
  if ((await run(bin('next'), ['build'], environment)) !== 0) fail('The build failed: see above.')
  if (types) writeFileSync('next-env.d.ts', types)
  else rmSync('next-env.d.ts', { force: true })
  for (const made of ['.next/cache', 'look']) rmSync(join(folder, made), { recursive: true, force: true })
}

// As the checkout's, but with the build's own look.
function configurationOf(folder) {
  const { paths } = JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions
  const above = ([name, [path]]) => [name, [name === '@look/*' ? './look/*' : relative(folder, path)]]
  const ownPaths = Object.fromEntries(Object.entries(paths).map(above))
  return `${JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { paths: ownPaths } })}\n`
}

function idOfInputs() {
  const files = [...buildSources, ...tools, brandFolder(readSettings().BRAND)]
    .filter((path) => existsSync(path))
    .flatMap(listFiles)
  const inputs = files.filter(isNotDrawn).flatMap((file) => [file, readFileSync(file)])
  return hash([...inputs, JSON.stringify(readBuildSettings())]).slice(0, idLength)
}

function isNotDrawn(file) {
  return !drawn.test(file)
}
