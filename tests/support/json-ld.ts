export type Node = { '@id'?: string; '@type'?: string; [property: string]: unknown }

/** Every object of a graph, whatever it is a property of. */
export function allNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(allNodes)
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(allNodes)]
}

/** The names of the top nodes that can be reached from one of them, along references in either direction. */
export function reachable(graph: readonly Node[], from: string): Set<string> {
  const isReference = (node: Node) => Object.keys(node).join() === '@id'
  const seen = new Set([from])
  for (const _ of graph) {
    for (const { '@id': name = '', ...node } of graph) {
      const names = [
        name,
        ...allNodes(node)
          .filter(isReference)
          .map((reference) => String(reference['@id'])),
      ]
      if (names.some((each) => seen.has(each))) for (const each of names) seen.add(each)
    }
  }
  return seen
}
