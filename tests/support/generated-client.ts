import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bin } from '../../scripts/commands'

type Options = Record<'body' | 'path' | 'headers', unknown>

type Result = { error?: unknown; response: Response }

export type GeneratedClient = Record<
  string,
  (options: Partial<Options>) => Promise<Result>
> & {
  client: { setConfig: (config: object) => void }
}

const generator = resolve(
  'tests/tools/node_modules/@hey-api/openapi-ts/bin/run.js',
)

const compilerOptions = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  types: [],
}

/**
 * Generates a client from an OpenAPI document, compiles it in strict mode and
 * loads it.
 */
export async function generateClient(
  document: string,
  folder: string,
): Promise<GeneratedClient> {
  writeFileSync(join(folder, 'openapi.json'), document)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['client'] }),
  )
  const options = [
    '--input',
    'openapi.json',
    '--output',
    'client',
    '--no-log-file',
  ]
  runIn(folder, process.execPath, generator, ...options)
  runIn(folder, resolve(bin('tsc')), '--project', 'tsconfig.json')
  const outfile = join(folder, 'client.mjs')
  const contents = `export * from './client/sdk.gen'\nexport { client } from './client/client.gen'`
  await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}

function runIn(cwd: string, program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Error(`${args[0]} ended with ${status}: ${stdout}${stderr}`)
}
