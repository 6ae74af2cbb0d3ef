import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pairs } from '@/lib/brand/contrast'

const tokensFile = 'app/styles/tokens.css'
const files = ['app', 'components', 'lib', 'public'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
)
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, rules: readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|"[^"]*"/gs, '""') }))

it('sets no colour of a brand on another whose contrast is not checked', () => {
  // Nested rules as well: each part holds declarations, and at most the selector that follows them.
  const parts = sheets.flatMap(({ rules }) => rules.split(/[{}]/))
  const named = (property: string) =>
    parts.flatMap((part) =>
      [...part.matchAll(new RegExp(`(?<![-\\w])${property}: var\\(--(\\w+)\\)`, 'g'))].map(([, name]) => name),
    )
  const texts = pairs.filter(({ need }) => need >= 4.5).map(({ colour }) => colour)
  expect(new Set(named('color'))).toEqual(new Set(['paper', ...texts]))
  expect(['paper', 'rule', ...texts]).toEqual(expect.arrayContaining(named('background')))
  const painted = parts.filter((part) => /background: var\(--(?!paper)/.test(part) && /(?<![-\w])color:/.test(part))
  expect(painted.length).toBeGreaterThan(3)
  for (const part of painted) expect(part).toMatch(/background: var\(--(?!rule)\w+\);\s+color: var\(--paper\)/)
  const lines = new Set(named('(?:outline|border|border-[a-z-]+|stroke|box-shadow|accent-color|text-decoration)'))
  expect([...pairs.map(({ colour }) => colour), 'rule']).toEqual(expect.arrayContaining([...lines]))
})

it('writes colours nowhere but among the tokens', () => {
  for (const { file, rules } of sheets.filter(({ file }) => file !== tokensFile)) {
    expect(rules.match(/#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/g), file).toBeNull()
  }
})

it('has one size of window below which the assistant fills it, in styles and script', () => {
  const size = '(width < 34rem), (height < 30rem)'
  expect(sheets.some(({ rules }) => rules.includes(`@media ${size}`))).toBe(true)
  expect(readFileSync('components/chatbot/use-dialog.ts', 'utf8')).toContain(`'${size}'`)
})

it('has no rule for a class that no component writes', () => {
  const text = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  // Such as `chat-${role}`.
  const composed = [...text.matchAll(/([a-z]+-)\$\{/g)].map(([, start = '']) => start)
  const classes = sheets.flatMap(({ rules }) => [...rules.replace(/:[^;{}]*;/g, '').matchAll(/\.([a-z][\w-]*)/g)])
  const names = classes.map(([, name = '']) => name).filter((name) => !composed.some((start) => name.startsWith(start)))
  expect(names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text))).toEqual([])
})
