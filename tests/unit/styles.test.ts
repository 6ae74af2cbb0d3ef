import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dark, light } from '@/lib/colours'
import { mark } from '@/lib/engraving/mark'
import { keysOf } from '@/lib/i18n/keys'

const tokensFile = 'app/styles/tokens.css'
const tokens = readFileSync(tokensFile, 'utf8')
const files = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
)
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, rules: readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|"[^"]*"/gs, '""') }))

it('takes the colours of images and manifest from the stylesheet', () => {
  expect(light.paper).not.toBe(dark.paper)
  for (const name of keysOf(light)) expect(tokens).toContain(`--${name}: light-dark(${light[name]}, ${dark[name]});`)
})

// Browsers read it without the stylesheet. After a change of its colours: npx vitest run -u tests/unit/styles.test.ts
it('draws the icon in the gold of both schemes', async () => {
  const style = `path{stroke:${light.gold}}@media (prefers-color-scheme:dark){path{stroke:${dark.gold}}}`
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100"><style>${style}</style>`
  const drawing = `<path d="${mark()}" fill="none" stroke-width="4"/></svg>\n`
  await expect(icon + drawing).toMatchFileSnapshot('../../app/icon.svg')
})

it('writes colours nowhere but among the tokens', () => {
  for (const { file, rules } of sheets.filter(({ file }) => file !== tokensFile)) {
    expect(rules.match(/#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/g), file).toBeNull()
  }
})

it('knows three widths and one height, below which the assistant fills the window', () => {
  const named = [...tokens.matchAll(/(?:below|from) (\d+rem)/g)].map(([, width]) => width)
  expect(named).toEqual(['34rem', '44rem', '60rem'])
  const queries = sheets.flatMap(({ rules }) => rules.match(/@(media|container)[^{]+/g) ?? [])
  const widths = queries.flatMap((query) => query.match(/\bwidth[^)]+/g) ?? [])
  expect(new Set(widths)).toEqual(new Set(['width < 34rem', 'width < 44rem', 'width < 60rem', 'width >= 60rem']))
  expect(new Set(queries.flatMap((query) => query.match(/\bheight[^)]+/g) ?? []))).toEqual(new Set(['height < 30rem']))
  expect(queries).toContain('@media (width < 34rem), (height < 30rem) ')
  expect(readFileSync('components/chatbot/use-dialog.ts', 'utf8')).toContain("'(width < 34rem), (height < 30rem)'")
})

it('has no rule for a class that no component writes', () => {
  const code = files.filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(file, 'utf8'))
  const text = code.join()
  // Written as `cards-${columns}` and `chat-${role}`.
  const composed = ['cards-2', 'cards-3', 'cards-4', 'chat-user']
  const classes = sheets.flatMap(({ rules }) => [...rules.replace(/:[^;{}]*;/g, '').matchAll(/\.([a-z][\w-]*)/g)])
  const unused = classes
    .map(([, name]) => name ?? '')
    .filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text))
  expect([...new Set(unused)].sort()).toEqual(composed)
})
