import { spawnSync } from 'node:child_process'
import { languages, routing } from '@/lib/i18n/routing'
import { catalogFile, readCatalogs, readFiles } from './check'
import type { Catalog } from './types'

export type ChangedText = { key: string; texts: { locale: string; before?: string; after?: string }[] }

/** A language's texts by their keys. */
type Texts = { locale: string; messages: Map<string, { text: string }> }

/** The texts that changed since a revision. Throws on an unknown revision. */
export function changesSince(revision: string): ChangedText[] {
  return compareTexts(read(filesAt(revision)), read(readFiles()))
}

/** The texts that differ, with the languages in the order of those after. */
export function compareTexts(before: Texts[], after: Texts[]): ChangedText[] {
  const keys = new Set([...after, ...before].flatMap(({ messages }) => [...messages.keys()]))
  const changes = [...keys].map((key) => ({
    key,
    texts: after.map(({ locale, messages }, at) => {
      return { locale, before: before[at]?.messages.get(key)?.text, after: messages.get(key)?.text }
    }),
  }))
  return changes.filter(({ texts }) => texts.some((text) => text.before !== text.after))
}

export function formatChanges(changes: ChangedText[], width: number): string {
  if (changes.length === 0) return 'No text has changed.'
  const gap = 3
  const columns = routing.locales.length
  const column = Math.max(20, Math.floor((width - gap * (columns - 1)) / columns))
  const line = (cells: string[]) => {
    const padded = cells.map((cell) => cell.padEnd(column))
    return padded.join(' '.repeat(gap)).trimEnd()
  }
  const blocks = changes.map(({ key, texts }) => {
    const cells = texts.map((text) => wrapChange(text, column))
    const height = Math.max(...cells.map((cell) => cell.length))
    return [key, ...Array.from({ length: height }, (_, at) => line(cells.map((cell) => cell[at] ?? '')))].join('\n')
  })
  return [line(routing.locales.map((locale) => languages[locale].name)), ...blocks].join('\n\n')
}

function wrapChange({ before, after }: ChangedText['texts'][number], width: number): string[] {
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

function read(files: Record<string, string>): Catalog[] {
  const { catalogs, broken } = readCatalogs(files)
  const [first] = broken
  if (first) throw new Error(`${first.file}:${first.line}: ${first.problem} ${first.fix}`)
  return catalogs
}

function filesAt(revision: string): Record<string, string> {
  if (git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`) === undefined) {
    throw new Error(`There is no revision “${revision}”. Try HEAD~1, a branch, a tag or a commit.`)
  }
  const files = routing.locales.map((locale) => [locale, sourceAt(revision, catalogFile(locale)) ?? '{}'])
  return Object.fromEntries(files)
}

/** A file as it was at a revision; undefined where it was not there. */
export function sourceAt(revision: string, file: string): string | undefined {
  return git('show', `${revision}:./${file}`)
}

/** What git prints; undefined where it fails, and where there is no repository or no git. */
export function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : undefined
}
