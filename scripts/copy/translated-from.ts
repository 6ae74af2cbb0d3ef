// The English text that each translation was made from, according to the
// history of the catalogs.
import { allLocales, routing } from '@/lib/i18n/routing'
import { isRecord, parseJson } from '@/lib/text'
import { headCommit, isShallow, type Version, versionsOf } from './history'

type Texts = Map<string, string>
type Catalogs = Record<string, Texts>

/**
 * The committed texts by language, and the English text that a translation was
 * made from, where English has changed since.
 */
export type TranslationHistory = { texts: Catalogs; sources: Catalogs }

const known = new Map<string, TranslationHistory>()

/** Returns no history without Git. */
export function readHistory(): TranslationHistory {
  const commit = headCommit('messages')
  if (commit === undefined) return { texts: {}, sources: {} }
  const history = known.get(commit) ?? followTranslations()
  known.set(commit, history)
  return history
}

/**
 * A version with parents that are still to be read. Its `translations` are
 * those that none of the parents read so far contains.
 */
type Step = {
  files: Version['texts']
  catalogs: Catalogs
  parents: string[]
  translations: Translation[]
}

type Translation = { locale: string; key: string; text: string }

/**
 * Follows each of today's translations, through merges too, back to the commit
 * that made it, which shows the English text it was made from:
 *
 *     en “Good day”   fr “Bonjour”   today's texts
 *     en “Hello”      fr “Bonjour”   “Bonjour” first appears
 *     en “Hello”      fr “Salut”
 */
function followTranslations(): TranslationHistory {
  const files = allLocales.map((locale) => `${locale}.json`)
  const history: TranslationHistory = { texts: {}, sources: {} }
  let steps: Step[] = []
  for (const version of versionsOf('messages', files, '--topo-order')) {
    const { commit, parents, texts } = version
    const catalogs = catalogsIn(texts, steps.at(-1))
    const isNewest = steps.length === 0
    if (isNewest) history.texts = catalogs
    const translations = isNewest ? translationsIn(catalogs) : []
    const isHere = ({ locale, key, text }: Translation) =>
      catalogs[locale]?.get(key) === text
    for (const newer of steps.filter((step) => step.parents.includes(commit))) {
      const { here = [], left = [] } = Object.groupBy(
        newer.translations,
        (each) => (isHere(each) ? 'here' : 'left'),
      )
      translations.push(...here)
      newer.translations = left
      newer.parents = newer.parents.filter((parent) => parent !== commit)
      if (newer.parents.length === 0) settle(history, newer)
    }
    steps = steps.filter((step) => step.translations.length > 0)
    steps.push({ files: texts, catalogs, parents, translations })
  }
  if (!isShallow('messages')) for (const step of steps) settle(history, step)
  return history
}

function settle(
  { texts, sources }: TranslationHistory,
  { catalogs, translations }: Step,
) {
  for (const { locale, key } of translations) {
    const source = catalogs[routing.defaultLocale]?.get(key)
    const english = texts[routing.defaultLocale]?.get(key)
    if (source === undefined || source === english) continue
    sources[locale] ??= new Map()
    sources[locale].set(key, source)
  }
}

function translationsIn(catalogs: Catalogs): Translation[] {
  return Object.entries(catalogs).flatMap(([locale, texts]) =>
    [...texts].map(([key, text]) => ({ locale, key, text })),
  )
}

/**
 * Parses only files that differ from the last version, because most versions
 * change a single file.
 */
function catalogsIn(files: Version['texts'], last?: Step): Catalogs {
  const catalogs = allLocales.map((locale, index) => {
    const isSame = files[index] === last?.files[index]
    const texts = isSame ? last?.catalogs[locale] : undefined
    return [locale, texts ?? textsIn(parseJson(files[index] ?? ''))]
  })
  return Object.fromEntries(catalogs)
}

export function textsIn(
  tree: unknown,
  group = '',
  texts: Texts = new Map(),
): Texts {
  for (const [name, value] of Object.entries(Object(tree))) {
    if (typeof value === 'string') texts.set(group + name, value)
    else if (isRecord(value)) textsIn(value, `${group}${name}.`, texts)
  }
  return texts
}
