import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const tokensFile = 'app/styles/tokens.css'
const files = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
    join(folder, file),
  ),
)
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({
    file,
    rules: readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|"[^"]*"/gs, '""'),
  }))

it('colors are defined only in the file of design tokens', () => {
  for (const { file, rules } of sheets.filter(
    ({ file }) => file !== tokensFile,
  )) {
    expect(
      rules.match(/#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/g),
      file,
    ).toBeNull()
  }
})

it('every class with a rule is used by a component', () => {
  const text = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  // Skips classes that are built from a prefix, such as `chat-${role}`.
  const composed = [...text.matchAll(/([a-z]+-)\$\{/g)].map(
    ([, start = '']) => start,
  )
  const classes = sheets.flatMap(({ rules }) => [
    ...rules.replace(/:[^;{}]*;/g, '').matchAll(/\.([a-z][\w-]*)/g),
  ])
  const names = classes
    .map(([, name = '']) => name)
    .filter((name) => !composed.some((start) => name.startsWith(start)))

  expect(
    names.filter(
      (name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text),
    ),
  ).toEqual([])
})
