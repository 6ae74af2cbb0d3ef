import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

export type Node = { '@id'?: string; '@type'?: string; [property: string]: unknown }

const folder = '.cache/json-ld'

/** What the compiler has against these graphs, by name, as values of schema.org's types: unknown types, properties. */
export function checkTypes(graphs: Record<string, string>): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = Object.entries(graphs).map(([name, json]) => {
    const file = `${folder}/${name}.ts`
    writeFileSync(file, `import type { Graph } from 'schema-dts'\nexport const graph: Graph = ${json}\n`)
    return file
  })
  const options = '--ignoreConfig --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler'
  const { stdout, stderr } = spawnSync('node_modules/.bin/tsc', [...options.split(' '), ...files], { encoding: 'utf8' })
  return stdout + stderr
}

/** Every object of a graph, whatever it is a property of. */
export function allNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(allNodes)
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(allNodes)]
}

/** Whether a node is only a name of one that stands elsewhere. */
function isReference(node: Node): boolean {
  return Object.keys(node).join() === '@id'
}

/** The names of the top nodes that can be reached from one of them, along references in either direction. */
export function reachable(graph: readonly Node[], from: string): Set<string> {
  const edges = graph.flatMap((node) =>
    allNodes(node)
      .filter(isReference)
      .map((reference) => [node['@id'], reference['@id']]),
  )
  const seen = new Set([from])
  for (let before = 0; before < seen.size; ) {
    before = seen.size
    for (const [a, b] of edges) {
      if (a && b && (seen.has(a) || seen.has(b))) seen.add(a).add(b)
    }
  }
  return seen
}
