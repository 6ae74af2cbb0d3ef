import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** A piece of parsed code (ESTree with TypeScript). */
export type Node = { type: string; start: number; end: number; [property: string]: unknown }

export type SourceFile = { path: string; program: Node; imports: string[] }

const folders = ['app', 'components', 'lib']
const others = ['instrumentation.ts', 'middleware.ts', 'scripts/draw-images.ts']

/** The site's own code below a folder, parsed. Generated code has no texts and is left out. */
export function readSources(root: string): Map<string, SourceFile> {
  const inFolders = folders.flatMap((folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    return names.map((name) => join(folder, name).replaceAll('\\', '/'))
  })
  const paths = [...inFolders, ...others].filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('/generated/') && existsSync(join(root, path)),
  )
  const known = new Set(paths)
  return new Map(paths.map((path) => [path, readSource(root, path, known)]))
}

function readSource(root: string, path: string, known: Set<string>): SourceFile {
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  const program = parseAst(readFileSync(join(root, path), 'utf8'), { lang }) as unknown as Node
  const imports: string[] = []
  visit(program, (node) => {
    const value = isNode(node.source) && node.source.value
    if (typeof value === 'string') imports.push(...resolveImport(value, path, known))
  })
  return { path, program, imports }
}

function resolveImport(specifier: string, from: string, known: Set<string>): string[] {
  const base = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(from), specifier).replaceAll('\\', '/')
  return ['', '.ts', '.tsx', '/index.ts'].map((end) => base + end).filter((path) => known.has(path))
}

/** Every file that a file needs, itself included. */
export function reachableFrom(path: string, sources: Map<string, SourceFile>, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const next of sources.get(path)?.imports ?? []) reachableFrom(next, sources, seen)
  return seen
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** The parts of a piece of code, one level down. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

export function visit(node: Node, see: (node: Node) => void) {
  see(node)
  for (const child of childrenOf(node)) visit(child, see)
}
