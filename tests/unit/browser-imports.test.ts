import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const clientComponents = ['app', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && readFileSync(file, 'utf8').startsWith("'use client'")),
)

// Types leave no trace in what is built.
function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/^(import|export) type .*?from '[^']+'$/gms, '')
  return [...code.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, specifier = '']) => specifier)
}

function fileOf(specifier: string, from: string): string | undefined {
  const path = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(from), specifier)
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file))
}

/** The way from a file to the first one that is for the server only; undefined where there is none. */
function wayToServer(file: string, seen = new Set<string>()): string[] | undefined {
  if (seen.has(file)) return undefined
  seen.add(file)
  const specifiers = importsOf(file)
  if (specifiers.includes('server-only')) return [file]
  for (const specifier of specifiers) {
    const next = fileOf(specifier, file)
    const way = next && wayToServer(next, seen)
    if (way) return [file, ...way]
  }
  return undefined
}

it.each(['lib/env.ts', 'lib/database/client.ts'])('%s is for the server only', (file) => {
  expect(importsOf(file)).toContain('server-only')
})

it.each([
  'lib/leads/store.ts',
  'lib/leads/delivery/mail.ts',
  'lib/outbox/queue.ts',
  'lib/operator/session.ts',
  'lib/site.ts',
])('%s reaches what is for the server only', (file) => {
  expect(wayToServer(file)).toBeDefined()
})

it('no browser component imports what is for the server only, by whatever way', () => {
  expect(clientComponents.length).toBeGreaterThan(10)
  expect(clientComponents.flatMap((file) => wayToServer(file)?.join(' > ') ?? [])).toEqual([])
})
