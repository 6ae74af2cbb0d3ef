import { spawnSync } from 'node:child_process'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { catalogFile, readCatalogs, readFiles } from './check'
import type { Catalog } from './types'

type Texts = Record<string, Map<string, string>>

/** A text that is not now what it was, with both in every language. */
export type Change = { key: string; texts: { locale: string; before?: string; after?: string }[] }

/** The texts that differ between a revision and the files as they stand, in the order of the catalogs. Throws on a revision that there is not. */
export function changesSince(revision: string): Change[] {
  return compare(textsOf(filesAt(revision)), textsOf(readFiles()))
}

function compare(before: Texts, after: Texts): Change[] {
  const locales = Object.keys(after)
  const keys = new Set([after, before].flatMap((texts) => Object.values(texts).flatMap((own) => [...own.keys()])))
  const changes = [...keys].map((key) => ({
    key,
    texts: locales.map((locale) => ({ locale, before: before[locale]?.get(key), after: after[locale]?.get(key) })),
  }))
  return changes.filter(({ texts }) => texts.some((text) => text.before !== text.after))
}

/** Changes as text, the languages side by side; `width` is that of the terminal in characters. */
export function formatChanges(changes: Change[], width: number): string {
  if (changes.length === 0) return 'No text has changed.'
  const gap = 3
  const columns = routing.locales.length
  const column = Math.max(20, Math.floor((width - gap * (columns - 1)) / columns))
  const line = (cells: string[]) =>
    cells
      .map((cell) => cell.padEnd(column))
      .join(' '.repeat(gap))
      .trimEnd()
  const blocks = changes.map(({ key, texts }) => {
    const cells = texts.map((text) => wrapChange(text, column))
    const height = Math.max(...cells.map((cell) => cell.length))
    return [key, ...Array.from({ length: height }, (_, at) => line(cells.map((cell) => cell[at] ?? '')))].join('\n')
  })
  return [line(routing.locales.map((locale: Locale) => languages[locale].name)), ...blocks].join('\n\n')
}

function wrapChange({ before, after }: Change['texts'][number], width: number): string[] {
  if (before === after) return wrap('  ', after ?? '', width)
  const old = before === undefined ? [] : wrap('- ', before, width)
  return [...old, ...(after === undefined ? [] : wrap('+ ', after, width))]
}

function wrap(mark: string, text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(/[ \n]/)) {
    const line = lines.at(-1) ?? ''
    if (line && line.length + word.length + 1 > width - mark.length) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.map((line) => mark + line)
}

function textsOf(files: Record<string, string>): Texts {
  const { catalogs, broken } = readCatalogs(files)
  const [first] = broken
  if (first) throw new Error(`${first.file}:${first.line}: ${first.problem} ${first.fix}`)
  return Object.fromEntries(catalogs.map((catalog) => [catalog.locale, plain(catalog)]))
}

function plain({ messages }: Catalog): Map<string, string> {
  return new Map([...messages.values()].map(({ key, text }) => [key, text]))
}

function filesAt(revision: string): Record<string, string> {
  if (git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`) === undefined) {
    throw new Error(`There is no revision “${revision}”. Try HEAD~1, a branch, a tag or a commit.`)
  }
  const files = routing.locales.map((locale) => [locale, git('show', `${revision}:./${catalogFile(locale)}`) ?? '{}'])
  return Object.fromEntries(files)
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : undefined
}
