import { z } from 'zod'
import { literalRanges } from '@/lib/preview/literals'
import { readSources } from './catalogs'
import { type Routes, readJson, sendJson } from './http'
import { shownTexts, viewOf } from './view'

const searchSchema = z.strictObject({
  find: z.string(),
  replace: z.string().optional(),
  locale: z.string().optional(),
  matchCase: z.boolean().default(false),
  wholeWord: z.boolean().default(false),
  regex: z.literal(false).optional(),
})

type Search = z.infer<typeof searchSchema>

type Match = { key: string; locale: string; before: string; after: string; ranges: [from: number, to: number][] }

export const routes: Routes = {
  'POST /_edit/search': async (request, response) => {
    const search = await readJson(request, searchSchema)
    const matches = shownTexts(viewOf(readSources().files)).flatMap(({ locale, messages }) => {
      if (search.locale !== undefined && search.locale !== locale) return []
      return [...messages.values()].flatMap(({ key, text }) => matchOf(key, locale, text, search) ?? [])
    })
    sendJson(response, 200, { matches })
  },
}

function matchOf(key: string, locale: string, before: string, search: Search): Match | undefined {
  const ranges = findIn(before, search)
  if (ranges.length === 0) return undefined
  return { key, locale, before, after: replaceIn(before, ranges, search.replace), ranges }
}

/** Where words stand in a message, outside of `{}` and `<>`. */
function findIn(message: string, search: Search): Match['ranges'] {
  const find = expressionOf(search)
  const found = find ? [...message.matchAll(find)] : []
  if (found.length === 0) return []
  const words = readLiterals(message)
  return found.flatMap(({ index, 0: part }): Match['ranges'] => {
    const end = index + part.length
    return words.some(([from, to]) => from <= index && end <= to) ? [[index, end]] : []
  })
}

function readLiterals(message: string) {
  try {
    return literalRanges(message)
  } catch {
    return []
  }
}

function replaceIn(message: string, ranges: Match['ranges'], replace: string | undefined): string {
  if (replace === undefined) return message
  return ranges.toReversed().reduce((text, [from, to]) => text.slice(0, from) + replace + text.slice(to), message)
}

// Nobody types a narrow no-break space or a curly apostrophe: the plain ones stand for these too.
function expressionOf({ find, matchCase, wholeWord }: Search): RegExp | undefined {
  if (find === '') return undefined
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const loose = escaped.replace(/ /g, '\\s').replace(/'/g, "['’]")
  const bounded = wholeWord ? `(?<![\\p{L}\\p{N}])(?:${loose})(?![\\p{L}\\p{N}])` : loose
  return new RegExp(bounded, matchCase ? 'gu' : 'giu')
}
