// The files with the site's texts: the shared catalogs in messages/, and the texts of the brand that override them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type Claims, textsOfBrand } from '@/lib/brand/claims'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import type { Messages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { fillUntranslated, untranslatedKeys, untranslatedMark } from '@/lib/i18n/untranslated'

/** `error` makes the command exit with 1, `warning` deserves a look, `note` is information. */
export const levels = ['error', 'warning', 'note'] as const

export type Level = (typeof levels)[number]

export type Place = { line: number; column: number }

export type Finding = Place & {
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

export type Message = Place & { key: string; text: string }

export type Catalog = {
  locale: string
  file: string
  messages: Map<string, Message>
  /** Groups with the order of their keys; '' is the whole catalog. */
  groups: Map<string, string[]>
}

/** The content of the catalogs and of the brand's own texts, by file. */
export type Sources = Record<string, string>

export type ChangedText = { key: string; texts: { locale: string; before?: string; after?: string }[] }

export function catalogFile(locale: string): string {
  return `messages/${locale}.json`
}

export function brandTextsFolder(): string {
  return relative('.', join(brandFolder(env.BRAND), 'messages')).replaceAll('\\', '/')
}

export function brandTextsFile(locale: string): string {
  return `${brandTextsFolder()}/${locale}.json`
}

/** False for the folder of a brand that is kept elsewhere. */
export function isInProject(path: string): boolean {
  return !isAbsolute(path) && !path.startsWith('..')
}

export function readSources(): Sources {
  const catalogs = routing.locales.map((locale) => {
    const file = catalogFile(locale)
    if (!existsSync(file)) throw new Error(`${file} is missing. Every language in lib/languages.json needs a catalog.`)
    return file
  })
  const own = routing.locales.map(brandTextsFile).filter((file) => existsSync(file))
  return Object.fromEntries([...catalogs, ...own].map((file) => [file, readFileSync(file, 'utf8')]))
}

/** The parsed catalogs (`ofBrand`: the brand's own texts, where it has any) and the problems that prevent parsing. */
export function parseSources(sources: Sources) {
  const read = (fileOf: (locale: string) => string) =>
    routing.locales.flatMap((locale) => {
      const [file, source] = [fileOf(locale), sources[fileOf(locale)]]
      return source === undefined ? [] : readCatalog(locale, file, source)
    })
  const [shared, own] = [read(catalogFile), read(brandTextsFile)]
  const catalogs = shared.map(({ catalog }) => catalog)
  const english = catalogs.find(({ locale }) => locale === routing.defaultLocale)
  if (!english) throw new Error(`${catalogFile(routing.defaultLocale)} is missing.`)
  return {
    english,
    catalogs,
    ofBrand: own.map(({ catalog }) => catalog),
    broken: [...shared, ...own].flatMap(({ broken }) => broken),
  }
}

/** A language's texts as visitors read them, English where not translated. Throws on broken JSON. */
export function wordsOf(sources: Sources, locale: string, claims: Claims): Messages {
  const [catalog, own] = [catalogFile(locale), brandTextsFile(locale)].map((file) => JSON.parse(sources[file] ?? '{}'))
  const texts = textsOfBrand(catalog, own, claims)
  if (locale === routing.defaultLocale || untranslatedKeys(texts).length === 0) return texts as Messages
  return fillUntranslated(texts, wordsOf(sources, routing.defaultLocale, claims)) as Messages
}

export function isMarked({ text }: Message): boolean {
  return text.startsWith(untranslatedMark)
}

export function compareTexts(
  before: { locale: string; messages: Map<string, { text: string }> }[],
  after: { locale: string; messages: Map<string, { text: string }> }[],
): ChangedText[] {
  const keys = new Set([...after, ...before].flatMap(({ messages }) => [...messages.keys()]))
  const changes = [...keys].map((key) => ({
    key,
    texts: after.map(({ locale, messages }) => {
      const old = before.find((catalog) => catalog.locale === locale)
      return { locale, before: old?.messages.get(key)?.text, after: messages.get(key)?.text }
    }),
  }))
  return changes.filter(({ texts }) => texts.some((text) => text.before !== text.after))
}

/** The committed content of some files. Without a repository, or where a file is new, it is left out. */
export function committedSources(files: string[]): Sources {
  const sources = files.flatMap((file) => {
    const { status, stdout } = spawnSync('git', ['show', `HEAD:./${file}`], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return status === 0 ? [[file, stdout]] : []
  })
  return Object.fromEntries(sources)
}

type Problem = [offset: number, problem: string, fix: string, key?: string]

export function readCatalog(locale: string, file: string, source: string): { catalog: Catalog; broken: Finding[] } {
  const catalog: Catalog = { locale, file, messages: new Map(), groups: new Map() }
  const placeOf = createPlaces(source)
  const broken = readInto(catalog, source, placeOf).map(([offset, problem, fix, key]): Finding => {
    return { level: 'error', rule: 'file', locale, file, ...placeOf(offset), key, problem, fix, pages: [] }
  })
  return { catalog, broken }
}

function readInto(catalog: Catalog, source: string, placeOf: PlaceOf): Problem[] {
  const [foreign] = source.match(/^\uFEFF|^(?:<{7}|={7}|>{7}).*$/m) ?? []
  if (foreign) return [[source.indexOf(foreign), ...explainForeign(foreign)]]
  const errors: ParseError[] = []
  const tree = parseTree(source, errors, { disallowComments: true })
  const [first] = errors
  // Later errors mostly follow from the first one.
  if (first) return [explain(source, first)]
  if (tree?.type !== 'object') return [[0, 'The file is not a catalog.', 'It starts with { and ends with }.']]
  return collect(tree, '', catalog, placeOf)
}

function collect(node: Node, path: string, catalog: Catalog, placeOf: PlaceOf): Problem[] {
  const names: string[] = []
  catalog.groups.set(path, names)
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) => {
    if (!name || !value) return []
    const key = path ? `${path}.${name.value}` : name.value
    const twice = names.includes(name.value)
    const problems: Problem[] = twice
      ? [
          [
            name.offset,
            `The key “${name.value}” occurs twice here.`,
            'The site shows only the last one. Delete one.',
            key,
          ],
        ]
      : []
    names.push(name.value)
    if (value.type === 'object') return [...problems, ...collect(value, key, catalog, placeOf)]
    // A brand leaves an entry of a list out.
    if (value.type === 'null' && catalog.file === brandTextsFile(catalog.locale)) return problems
    if (value.type !== 'string') {
      return [
        ...problems,
        [value.offset, `This is a ${value.type}, not a text.`, 'Put it in quotation marks: "…".', key],
      ]
    }
    catalog.messages.set(key, { key, text: value.value, ...placeOf(name.offset) })
    return problems
  })
}

type PlaceOf = (offset: number) => Place

function createPlaces(source: string): PlaceOf {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function explainForeign(foreign: string): [problem: string, fix: string] {
  if (foreign === '\uFEFF') return ['The file starts with an invisible mark (BOM).', 'Save it as UTF-8 without BOM.']
  return ['Two versions of the file were merged here and both are left.', 'Keep one version and delete this line.']
}

const innerQuotes = 'Write a quotation mark inside a text as “ ” or \\".'
const pair = 'Write "key": "text".'

// A missing token belongs at the end of the text before it.
const missing: Record<string, [problem: string, fix: string]> = {
  CommaExpected: ['A comma is missing after this line, or a text ends too early.', `Add a comma. ${innerQuotes}`],
  ColonExpected: ['The colon between the key and its text is missing.', pair],
  ValueExpected: ['A text in quotation marks is missing here.', pair],
  CloseBraceExpected: ['A group is not closed: a } is missing.', 'Every { needs a }, also the first one.'],
}

const wrong: Record<string, [problem: string, fix: string]> = {
  PropertyNameExpected: ['A key in quotation marks is missing here.', pair],
  EndOfFileExpected: ['The catalog ends here, but more text follows.', 'There may be an extra } above.'],
  UnexpectedEndOfString: ['A text starts here and does not end on its line.', `Close it with ". ${innerQuotes}`],
  InvalidCommentToken: ['Catalogs cannot contain comments.', 'Delete it.'],
}

function explain(source: string, { error, offset }: ParseError): Problem {
  const found = source[offset] ?? ''
  const end = source.slice(0, offset).trimEnd().length
  if (/[“”„«»‘’]/.test(found)) return [offset, `This is ${found} instead of ".`, 'Use straight quotation marks: ".']
  const code = printParseErrorCode(error)
  if (code === 'PropertyNameExpected' && found === '}')
    return [end - 1, 'There is an extra comma after the last text of a group.', 'Delete this comma.']
  const unknown = ['This cannot be read.', `Every text is in straight quotation marks: "…". ${innerQuotes}`] as const
  return missing[code] ? [end, ...missing[code]] : [offset, ...(wrong[code] ?? unknown)]
}
