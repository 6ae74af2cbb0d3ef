// The files with the site's texts: the shared catalogs in messages/, and the
// brand's texts, which override them.
import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { allLocales, isDraft, type Locale, routing } from '@/lib/i18n/routing'
import { fileError, readText } from '@/lib/text-file.mjs'
import explanations from './explanations.json' with { type: 'json' }

/**
 * `error` makes the command exit with 1, `warning` deserves a look, `note` is
 * for information.
 */
export const levels = ['error', 'warning', 'note'] as const

export type Level = (typeof levels)[number]

type Position = { line: number; column: number }

export type CopyFinding = Position & {
  level: Level
  rule: string
  locale: string
  file: string
  key?: string
  text?: string
  problem: string
  fix: string
  pages: string[]
}

export type CatalogMessage = Position & { key: string; text: string }

export type Catalog = {
  locale: string
  file: string
  messages: Map<string, CatalogMessage>
  /**
   * The keys in each group of texts, in order. The group '' is the whole
   * catalog.
   */
  groups: Map<string, string[]>
}

/** The contents of the catalogs and of the brand's own texts, by file. */
export type Sources = Record<string, string>

export function catalogFile(locale: string): string {
  return `messages/${locale}.json`
}

export function brandTextsFolder(): string {
  return relative('.', join(brandFolder(env.BRAND), 'messages')).replaceAll(
    '\\',
    '/',
  )
}

export function brandTextsFile(locale: string): string {
  return `${brandTextsFolder()}/${locale}.json`
}

/** Returns false for a brand folder outside the project. */
export function isInProject(path: string): boolean {
  return !isAbsolute(path) && !path.startsWith('..')
}

export function readSources(): Sources {
  const catalogs = allLocales.map((locale) => {
    const file = catalogFile(locale)
    if (!existsSync(file))
      throw fileError(
        `${file} is missing. Every language in lib/languages.json needs a catalog.`,
      )
    return file
  })
  const brandFiles = allLocales.map(brandTextsFile).filter(existsSync)
  return Object.fromEntries(
    [...catalogs, ...brandFiles].map((file) => [file, readText(file) ?? '']),
  )
}

/**
 * Returns the parsed catalogs (`ofBrand`: the brand's own texts, if any) and
 * the problems that prevent parsing.
 */
export function parseSources(sources: Sources): Parsed {
  const known = parsedSources.get(sources) ?? parseNew(sources)
  parsedSources.set(sources, known)
  return known
}

type Parsed = ReturnType<typeof parseNew>

const parsedSources = new WeakMap<Sources, Parsed>()

function parseNew(sources: Sources) {
  const read = (fileOf: (locale: string) => string) =>
    allLocales.flatMap((locale) => {
      const [file, source] = [fileOf(locale), sources[fileOf(locale)]]
      return source === undefined ? [] : readCatalog(locale, file, source)
    })
  const [shared, ofBrand] = [read(catalogFile), read(brandTextsFile)]
  const catalogs = shared.map(({ catalog }) => catalog)
  const english = catalogs.find(
    ({ locale }) => locale === routing.defaultLocale,
  )
  if (!english)
    throw fileError(`${catalogFile(routing.defaultLocale)} is missing.`)
  return {
    english,
    catalogs,
    ofBrand: ofBrand.map(({ catalog }) => catalog),
    broken: [...shared, ...ofBrand].flatMap(({ broken }) => broken),
  }
}

/** Whether a draft lacks a text, which is then missing or empty. */
export function isUntranslated(locale: string, text = ''): boolean {
  return text === '' && isDraft(locale as Locale)
}

type Explained = { problem: string; fix: string }

/**
 * Returns a file's texts; `broken` is empty, or contains the first reason why
 * the file cannot be read.
 */
export function readCatalog(
  locale: string,
  file: string,
  source: string,
): { catalog: Catalog; broken: CopyFinding[] } {
  const catalog: Catalog = {
    locale,
    file,
    messages: new Map(),
    groups: new Map(),
  }
  const broken: CopyFinding[] = []
  const report = (offset: number, explained: Explained, key?: string) => {
    const position = {
      locale,
      file,
      ...positionOf(source, offset),
      key,
      pages: [],
    }
    broken.push({ level: 'error', rule: 'file', ...position, ...explained })
  }
  const [foreign] = source.match(/\uFFFD|^(?:<{7}|={7}|>{7}).*$/m) ?? []
  const { LostCharacter, MergeConflict, NotCatalog } = explanations
  if (foreign)
    report(
      source.indexOf(foreign),
      foreign === '\uFFFD' ? LostCharacter : MergeConflict,
    )
  else if (!/^\s*\{/.test(source)) report(0, NotCatalog)
  else visitTexts(catalog, source, report)
  // Reports only the first problem, because later ones usually follow from it.
  return { catalog, broken: broken.slice(0, 1) }
}

function visitTexts(
  { locale, file, messages, groups }: Catalog,
  source: string,
  report: (offset: number, explained: Explained, key?: string) => void,
) {
  let position: Position = { line: 1, column: 1 }
  const reportNotText = (offset: number, type: string, key: string) => {
    report(
      offset,
      {
        problem: `This is a ${type}, not a text.`,
        fix: 'Put it in quotation marks: "…".',
      },
      key,
    )
  }
  visit(
    source,
    {
      onError: (code, offset) =>
        report(...explainParseError(source, code, offset)),
      onObjectBegin: (_offset, _length, _line, _column, path) =>
        void groups.set(path().join('.'), []),
      onObjectProperty(name, offset, _length, line, column, path) {
        const group = path().join('.')
        const names = groups.get(group)
        position = { line: line + 1, column: column + 1 }
        const explained = {
          problem: `The key “${name}” occurs twice here.`,
          fix: 'The site shows only the last one. Delete one.',
        }
        if (names?.includes(name))
          report(offset, explained, group ? `${group}.${name}` : name)
        names?.push(name)
      },
      onArrayBegin: (offset, _length, _line, _column, path) =>
        reportNotText(offset, 'list', path().join('.')),
      onLiteralValue(value, offset, _length, _line, _column, path) {
        const key = path().join('.')
        // Accepts null in a brand's own texts, which leaves out a list entry.
        const isLeftOut = value === null && file === brandTextsFile(locale)
        if (typeof value === 'string')
          messages.set(key, { key, text: value, ...position })
        else if (!isLeftOut)
          reportNotText(offset, value === null ? 'null' : typeof value, key)
      },
    },
    { disallowComments: true },
  )
}

function positionOf(source: string, offset: number): Position {
  const lines = source.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

function explainParseError(
  source: string,
  error: ParseErrorCode,
  offset: number,
): [offset: number, explained: Explained] {
  const character = source[offset] ?? ''
  const code = printParseErrorCode(error)
  const before = source.slice(0, offset).trimEnd().length
  if (/[“”„«»‘’]/.test(character)) return [offset, explanations.CurlyQuote]
  if (code === 'PropertyNameExpected' && character === '}')
    return [before - 1, explanations.ExtraComma]
  const known: Record<string, Explained> = explanations
  // Reports a missing token at the end of the text before it.
  const isMissing = /^(Comma|Colon|Value|CloseBrace)Expected$/.test(code)
  return [isMissing ? before : offset, known[code] ?? explanations.Unreadable]
}
