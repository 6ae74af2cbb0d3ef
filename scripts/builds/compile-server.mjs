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
  // A build is served in production only: what development alone imports, such as the preview, is left out.
  define: { ...defineBrandForEsbuild(readSettings().BRAND), 'process.env.NODE_ENV': '"production"' },
  // Leaves out what a build never does.
  minifySyntax: true,
  logLevel: 'warning',
})
