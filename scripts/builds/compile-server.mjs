// Compiles the server, and the configuration by which Next serves, into a build's folder: `compile-server.mjs FOLDER`.
// A process that serves then loads plain JavaScript, and nothing of the checkout that may change meanwhile.
import { build } from 'esbuild'
import { defineBrandForEsbuild } from '../../lib/brand/folder.mjs'
import { readSettings } from '../settings.mjs'

await build({
  entryPoints: { server: 'lib/server/main.ts', 'next.config': 'next.config.mjs' },
  outdir: process.argv[2],
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  define: defineBrandForEsbuild(readSettings().BRAND),
  // Leaves out what a build never does.
  minifySyntax: true,
  logLevel: 'warning',
})
