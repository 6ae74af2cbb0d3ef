// The texts on disk and those of the last commit, as the site shows them.
import { isUnconfirmed } from '@/lib/brand/claims'
import { companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { type Locale, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import {
  type CatalogMessage,
  catalogFile,
  parseSources,
  readSources,
} from '../copy/catalogs'
import { readCommitted } from '../copy/history'
import { EditError } from './http'

/** A text as the site shows it. */
type ShownText = CatalogMessage & { ofBrand: boolean }

export type View = ReturnType<typeof readView>

export const englishFile = catalogFile(routing.defaultLocale)

/** Parses files. Throws EditError if one cannot be parsed. */
export function readView() {
  const files = readSources()
  const { broken, ...view } = parseSources(files)
  const [first] = broken
  if (!first) return { ...view, files, shown: shownTexts(view) }
  const { file, line, problem, fix } = first
  throw new EditError(
    409,
    `${file} cannot be read. Line ${line}: ${problem} ${fix}`,
  )
}

function shownTexts({
  catalogs,
  ofBrand,
}: Pick<ReturnType<typeof parseSources>, 'catalogs' | 'ofBrand'>) {
  return catalogs.map(({ locale, messages }) => {
    const shown = [...messages.values()].map((message): [string, ShownText] => {
      const override = messageIn(ofBrand, locale, message.key)
      return [
        message.key,
        { ...(override ?? message), ofBrand: override !== undefined },
      ]
    })
    return { locale, messages: new Map(shown) }
  })
}

/**
 * Returns the text that the brand's pages show instead of a text whose claim
 * the brand does not confirm.
 */
export function replacementOf(
  key: string,
  locale: string,
  { shown }: Pick<View, 'shown'>,
): { key: string; text: string } | undefined {
  const isOwn = messageIn(shown, locale, key)?.ofBrand
  const neutral = messageIn(shown, locale, `Neutral.${key}`)
  if (isOwn || !neutral || !isUnconfirmed(key, site.claims)) return undefined
  return { key: neutral.key, text: chooseMetals(neutral.text, locale) }
}

/**
 * Returns the text of the last commit as pages showed it. For a text that the
 * brand has written since, that may be the neutral one.
 */
export function publishedText(
  key: string,
  locale: string,
  committed: View['shown'],
  ofBrand = false,
): string | undefined {
  const replaced =
    ofBrand && replacementOf(key, locale, { shown: committed })?.text
  return replaced || messageIn(committed, locale, key)?.text
}

/**
 * Chooses the words for the metals that the brand confirms, because its own
 * texts must not name others.
 */
export function chooseMetals(text: string, locale: string): string {
  const { metals } = companyFacts(site, locale as Locale)
  return fillFacts(text, { metals }, locale)
}

export function messageIn<Message>(
  catalogs: { locale: string; messages: Map<string, Message> }[],
  locale: string,
  key: string,
): Message | undefined {
  const catalog = catalogs.find((known) => known.locale === locale)
  return catalog?.messages.get(key)
}

/** Returns the texts of the last commit; none without a repository. */
export function committedTexts(): View['shown'] {
  const files = Object.keys(readSources())
  const texts = readCommitted(files)
  const sources = files.flatMap((file, index) => {
    const text = texts[index]
    return text === undefined ? [] : [[file, text]]
  })
  return shownTexts(
    parseSources({ [englishFile]: '{}', ...Object.fromEntries(sources) }),
  )
}
