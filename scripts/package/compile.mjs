// Compiles what a package is started and kept by: `compile.mjs FOLDER`.
import { build } from 'esbuild'
import { defineBrandForEsbuild } from '../../lib/brand/folder.mjs'
import { readSettings } from '../settings.mjs'

/** The commands, by the scripts that npm knows them by. */
export const commands = {
  'db:migrate': 'migrate',
  'db:backup': 'backup',
  'db:restore': 'restore',
  'db:move': 'move-database',
  leads: 'leads',
  operator: 'operator',
  doctor: 'doctor',
  chatbot: 'chatbot',
}

const common = {
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  define: defineBrandForEsbuild(readSettings().BRAND),
  minifySyntax: true,
  logLevel: 'warning',
}

/** Writes `start.mjs` and `commands/` into a folder; returns their paths there. */
export async function compileCommands(folder) {
  const names = Object.values(commands)
  const started = { start: 'scripts/package/start.mjs', 'commands/health': 'scripts/package/health.mjs' }
  await build({ ...common, entryPoints: started, outdir: folder })
  await build({
    ...common,
    entryPoints: Object.fromEntries(names.map((name) => [`commands/${name}`, `scripts/${name}.ts`])),
    outdir: folder,
    // Before everything else, as `--import` does in the checkout.
    inject: ['scripts/package/environment.mjs'],
  })
  return ['start.mjs', ...names.map((name) => `commands/${name}.mjs`)]
}
