// Which files of the packages a build needs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { listFiles } from '../stamps.mjs'

const require = createRequire(import.meta.url)
// Next carries the tracer that it uses itself (@vercel/nft).
const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft')

// What development and builds alone load.
const unneeded = [
  'node_modules/@swc/core*/**',
  'node_modules/next-intl/dist/**/plugin*/**',
  'node_modules/next/dist/**/*.dev*.js',
  'node_modules/next/dist/compiled/{@mswjs,@modelcontextprotocol,babel*,next-devtools,webpack}/**',
  'node_modules/next/dist/{docs,lib/upgrade}/**',
  'node_modules/next/dist/server/capsize-font-metrics.json',
  'node_modules/typescript/**',
  'node_modules/**/*.d.{ts,mts,cts}',
]

/** The paths below node_modules that these files load, and those that Next found for the pages of a build. */
export async function tracePackages(files, pages) {
  const { fileList } = await nodeFileTrace(files, {
    base: '.',
    processCwd: resolve('.'),
    // Older Nodes take the other of two forms of a package.
    mixedModules: true,
    moduleSyncCatchall: true,
    ignore: unneeded,
  })
  const ofPages = listFiles(pages)
    .filter((file) => file.endsWith('.nft.json'))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).files.map((path) => resolve(dirname(file), path)))
  const paths = [...fileList, ...[...ofPages, ...findBundler()].map((path) => relative('.', path))]
  return [...new Set(paths)].filter((path) => path.startsWith('node_modules')).sort()
}

// At its start Next looks up where its bundler is, and does not load it: small files, which name the large ones.
function findBundler() {
  const names = readFileSync(require.resolve('next/dist/server/config-utils.js'), 'utf8')
  return [...names.matchAll(/'(next\/dist\/compiled\/[^']+)'/g)].map(([, name]) => require.resolve(name))
}
