// The check of the texts. Its rules look at keys and at single texts; own terms are in terms/.
import { localizedPath } from '@/lib/i18n/navigation'
import { isLocale } from '@/lib/i18n/routing'
import {
  type Catalog,
  type Finding,
  isMarked,
  levels,
  type Message,
  parseSources,
  readSources,
  type Sources,
} from './catalogs'
import { type Reviewed, readReviewed, reviewedFile } from './reviewed'
import { type Context, catalogRules, type RuleFinding, type Text, textRules } from './rules'
import { createTermsReader, placesOf, readSharedTerms } from './terms'

type IsChosen = (key: string) => boolean

/** All findings for the texts on the disk: in the shared catalogs and in the brand's own texts. */
export function checkAll(): Finding[] {
  return checkSources(readSources(), readReviewed(reviewedFile))
}

export function checkSources(sources: Sources, reviewed: Reviewed, isChosen?: IsChosen): Finding[] {
  const parsed = parseSources(sources)
  if (parsed.broken.length > 0) return parsed.broken
  const { english, catalogs, ofBrand } = parsed
  const terms = { shared: readSharedTerms(), termsOf: createTermsReader() }
  const ownEnglish = ofBrand.find(({ locale }) => locale === english.locale)
  const brandEnglish = { ...english, messages: new Map([...english.messages, ...(ownEnglish?.messages ?? [])]) }
  const found = [
    ...judge({ catalogs, english, sharedEnglish: english, reviewed, ...terms, isBrand: false }, isChosen),
    ...judge(
      { catalogs: ofBrand, english: brandEnglish, sharedEnglish: english, reviewed: {}, ...terms, isBrand: true },
      isChosen,
    ),
  ]
  return found.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
}

function judge(context: Context, isChosen: IsChosen = () => true): Finding[] {
  const ofCatalogs = Object.entries(catalogRules).flatMap(([rule, find]) =>
    find(context)
      .filter(({ key }) => isChosen(key))
      .map((finding) => locate(rule, finding, context)),
  )
  const ofTexts = context.catalogs.flatMap((catalog) => {
    return [...catalog.messages.values()]
      .filter((message) => isChosen(message.key) && !isMarked(message))
      .flatMap((message) => judgeText(message, catalog, context))
  })
  return [...ofCatalogs, ...ofTexts]
}

function judgeText(message: Message, catalog: Catalog, context: Context): Finding[] {
  const { key } = message
  const isSource = !context.isBrand && catalog === context.english
  const english = isSource ? undefined : context.english.messages.get(key)
  const found: Finding[] = []
  for (const [rule, check] of Object.entries(textRules)) {
    const report: Text['report'] = (level, problem, fix) =>
      found.push(locate(rule, { level, problem, fix, catalog, key }, context))
    check({ ...message, catalog, context, terms: context.termsOf(catalog.locale), english, report })
  }
  return found
}

function locate(rule: string, { catalog, key, place, ...rest }: RuleFinding, context: Context): Finding {
  const message = catalog.messages.get(key) ?? messageBelow(catalog, key)
  const { line, column } = place ?? message ?? { line: 1, column: 1 }
  const { locale, file } = catalog
  const pages = placesOf(message?.key ?? key, context.shared).map((path) => addressOf(path, locale))
  return { ...rest, rule, locale, file, line, column, key, text: message?.text, pages }
}

function messageBelow({ messages }: Catalog, key: string) {
  return [...messages.values()].find((message) => message.key.startsWith(`${key}.`))
}

function addressOf(place: string, locale: string): string {
  return place.startsWith('/') && isLocale(locale) ? localizedPath(locale, place) : place
}
