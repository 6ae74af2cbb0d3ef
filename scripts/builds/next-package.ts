// The only file that uses internals of Next's own package, which a release
// needs. Throws an error that says what an upgrade has changed.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Tracer = (
  files: string[],
  options: object,
) => Promise<{ fileList: Set<string> }>

const require = createRequire(import.meta.url)

/** Returns the function with which Next traces packages (@vercel/nft). */
export function loadTracer(): Tracer {
  const { nodeFileTrace } = require('next/dist/compiled/@vercel/nft')
  if (typeof nodeFileTrace !== 'function')
    throw changed('next/dist/compiled/@vercel/nft', 'nodeFileTrace')
  return nodeFileTrace
}

/**
 * Returns the entry files of Next's bundler, which Next resolves at start-up
 * without loading them.
 */
export function bundlerFiles(): string[] {
  const file = 'next/dist/server/config-utils.js'
  const source = readFileSync(require.resolve(file), 'utf8')
  const names = source.match(/(?<=')next\/dist\/compiled\/[^']+(?=')/g) ?? []
  if (names.length === 0) throw changed(file, 'the entry files of the bundler')
  return names.map((name) => require.resolve(name))
}

function changed(file: string, missing: string): Error {
  return new Error(
    `Next has changed ${file}, which scripts/builds/next-package.ts uses: ${missing} is missing.`,
  )
}
