import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes('generated'))
  .map((file) => join('lib', file))

/** The folder of `lib` that a file is in; a file directly in `lib` stands for itself. */
function folderOf(file: string): string {
  const [, name = '', rest] = file.split('/')
  return rest === undefined ? file : name
}

function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, path = '']) => path,
  )
  return specifiers.flatMap((specifier) => {
    const path = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(file), specifier)
    return [path, `${path}.ts`].find((candidate) => candidate.startsWith('lib/') && existsSync(candidate)) ?? []
  })
}

const edges = new Map<string, Set<string>>()
for (const file of files) {
  const from = folderOf(file)
  for (const target of importsOf(file)) {
    if (folderOf(target) !== from) edges.set(from, (edges.get(from) ?? new Set()).add(folderOf(target)))
  }
}

function reachableFrom(start: string): Set<string> {
  const found = new Set<string>()
  const waiting = [...(edges.get(start) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(edges.get(next) ?? []))
  }
  return found
}

it('no two folders of lib import each other in a circle', () => {
  expect(edges.size).toBeGreaterThan(10)
  expect([...edges.keys()].filter((folder) => reachableFrom(folder).has(folder))).toEqual([])
})
