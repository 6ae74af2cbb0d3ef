import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { build } from 'esbuild'
import { brandFolder, defineBrandForEsbuild } from '@/lib/brand/folder.mjs'
import { readStaticSite, staticSiteIndex } from '@/lib/build/static-index'
import { readJson, readText } from '@/lib/text-file.mjs'
import { announce, bin, fail, run, runScript } from '../commands'
import {
  buildFolder,
  readBuildSettings,
  readSettings,
  restoreBuildSettings,
} from '../settings'
import { assistantTrained } from '../setup'
import { hashSources } from '../stamps'
import { contentDates } from './content-dates'

const sources = [
  ...[
    'app',
    'components',
    'lib',
    'messages',
    'scripts/builds',
    'scripts/look',
    'scripts/write-look.ts',
  ],
  ...[
    'instrumentation.ts',
    'proxy.ts',
    'next.config.mjs',
    'tsconfig.json',
    'package-lock.json',
  ],
]

// The file that contains the brand and the hash of what the build was made
// from.
const mark = 'made-from'

export const compiler = {
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node22',
  format: 'esm',
  minifySyntax: true,
  logLevel: 'warning',
} as const

/**
 * Builds the site if anything changed, and returns its folder once the
 * assistant is trained, too.
 */
export async function buildSite(): Promise<string> {
  const [folder] = await Promise.all([buildIfChanged(), assistantTrained()])
  return folder
}

async function buildIfChanged(): Promise<string> {
  const folder = buildFolder()
  const brand = brandFolder(readSettings().BRAND)
  const dates = JSON.stringify(contentDates(brand))
  const hash = hashSources(
    [...sources, brand],
    [JSON.stringify(readBuildSettings()), dates],
  )
  const inputs = `${brand}\n${hash}`
  if (readText(join(folder, mark)) === inputs) return folder
  announce('Building the site, which takes about a minute.')
  // Builds next to the current build, because a server may be using that one.
  const unfinished = `${folder}.next`
  rmSync(unfinished, { recursive: true, force: true })
  await fillFolder(unfinished, dates)
  writeFileSync(join(unfinished, mark), inputs)
  keepOlderAssets(unfinished, folder)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  return folder
}

async function fillFolder(folder: string, dates: string) {
  mkdirSync(folder, { recursive: true })
  const look = runScript('write-look', [
    join(folder, 'look'),
    join(folder, 'public'),
  ])
  await compileServer(folder)
  if ((await look) !== 0) fail("The brand's look is unusable: see above.")
  writeFileSync(join(folder, 'tsconfig.json'), configurationOf(folder))
  // Restores the checkout's types after the build, because Next replaces them
  // with the types of this build.
  const types = readText('next-env.d.ts')
  const environment = {
    NODE_ENV: 'production',
    BUILD_FOLDER: folder,
    CONTENT_DATES: dates,
  }
  if ((await run(bin('next'), ['build'], environment)) !== 0)
    fail('The build failed: see above.')
  if (types) writeFileSync('next-env.d.ts', types)
  else rmSync('next-env.d.ts', { force: true })
  for (const made of ['.next/cache', 'look'])
    rmSync(join(folder, made), { recursive: true, force: true })
}

/**
 * Bundles the server and its configuration, so that a running server loads
 * nothing from the checkout.
 */
async function compileServer(folder: string) {
  await build({
    ...compiler,
    entryPoints: {
      server: 'lib/server/main.ts',
      'next.config': 'next.config.mjs',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    banner: { js: restoreBuildSettings() },
    define: {
      ...defineBrandForEsbuild(readSettings().BRAND),
      'process.env.NODE_ENV': '"production"',
    },
  })
}

function configurationOf(folder: string): string {
  const { compilerOptions } = readJson('tsconfig.json')
  const paths: Record<string, string[]> = { ...compilerOptions.paths }
  for (const [name, [path = '']] of Object.entries(paths))
    paths[name] = [posix.relative(folder, path)]
  paths['@look/*'] = ['./look/*']
  return `${JSON.stringify({ extends: posix.relative(folder, 'tsconfig.json'), compilerOptions: { paths } })}\n`
}

/**
 * Adds the previous build's hashed files to a build of the same brand: pages
 * that are already open still request them.
 */
export function keepOlderAssets(buildFolder: string, folderBefore: string) {
  const isSameBrand = brandOf(buildFolder) === brandOf(folderBefore)
  if (!existsSync(folderBefore) || !isSameBrand) return
  const before = readStaticSite(folderBefore)
  const { folder, site } = readStaticSite(buildFolder)
  for (const [address, entry] of Object.entries(before.site.files)) {
    if (
      !address.startsWith('/_next/static/') ||
      entry.isOlder ||
      site.files[address]
    )
      continue
    mkdirSync(dirname(join(folder, entry.file)), { recursive: true })
    for (const ending of entry.isCompressed ? ['', '.br', '.gz'] : [''])
      copyFileSync(
        join(before.folder, entry.file + ending),
        join(folder, entry.file + ending),
      )
    site.files[address] = { ...entry, isOlder: true }
  }
  writeFileSync(join(folder, staticSiteIndex), JSON.stringify(site))
}

function brandOf(buildFolder: string): string | undefined {
  return readText(join(buildFolder, mark))?.split('\n')[0]
}
