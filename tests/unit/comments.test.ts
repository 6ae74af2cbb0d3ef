import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

const sources = globSync(
  '{*,{lib,app,components,scripts}/**/*}.{ts,tsx,mjs,css}',
).filter((file) => !file.includes('/generated/'))
const names = new Set(sources.map((file) => basename(file)))

const comment = /(?:^|\s)(?:\/\/|\/?\*).*$/gm
const path =
  /(?<![\w@./-])(?:lib|app|components|scripts|tests|docs|prisma|messages)\/[\w./()[\]-]*\w\.[a-z]+/g
const name = /(?<![\w@./-])[\w-]+\.(?:tsx?|mjs|css)\b/g

const find = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(([found]) => found)

it('a comment above a function is a documentation comment', () => {
  const line =
    /^ *\/\/ (?!biome-).*\n *(?:export )?(?:default )?(?:async )?function\b/m

  const wrong = sources.filter((file) => line.test(readFileSync(file, 'utf8')))

  expect(wrong).toEqual([])
})

it('a comment above a function begins with what the function does', () => {
  const commented =
    /^\/\*\*[\s*]*(\S+)(?:(?!\*\/).)*\*\/\n(?:export )?(?:async )?function\b/gms
  const verb = /^(Whether|[A-Z][a-z-]+s,?)$/
  const files = sources.filter((file) => /^(lib|scripts)\b.*\.ts$/.test(file))

  const wrong = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(commented)]
      .map(([, first = '']) => first)
      .filter((first) => !verb.test(first))
      .map((first) => `${file}: ${first}`),
  )

  expect(wrong).toEqual([])
})

it('every file that a comment names exists', () => {
  const missing = sources.flatMap((file) =>
    find(comment, readFileSync(file, 'utf8'))
      .flatMap((text) => [
        ...find(path, text).filter((named) => !existsSync(named)),
        ...find(name, text).filter((named) => !names.has(named)),
      ])
      .map((named) => `${file}: ${named}`),
  )

  expect(names).toContain('routes.ts')
  expect(missing).toEqual([])
})
