import { routing } from '@/lib/i18n/routing'
import { readCatalog } from '../copy/catalog'
import { catalogFile } from '../copy/check'
import { brandTextsFile, type Sources } from '../copy/sources'
import type { Catalog, Message } from '../copy/types'
import { EditError } from './http'

/** The texts of the files, in the order of the languages; `ofBrand` only where the brand has some of its own. */
export type View = { english: Catalog; catalogs: Catalog[]; ofBrand: Catalog[] }

/** A text as the site shows it, with the file that it is from. */
export type ShownText = Message & { file: string; ofBrand: boolean }

/** Throws EditError where a file is broken: nothing can be edited then. */
export function viewOf(files: Sources): View {
  const catalogs = routing.locales.map((locale) => read(locale, catalogFile(locale), files))
  const ofBrand = routing.locales
    .filter((locale) => brandTextsFile(locale) in files)
    .map((locale) => read(locale, brandTextsFile(locale), files))
  const english = catalogs.find(({ locale }) => locale === routing.defaultLocale)
  if (!english) throw new Error(`There is no ${catalogFile(routing.defaultLocale)}.`)
  return { english, catalogs, ofBrand }
}

// While somebody types, the other files stay the same.
const known = new Map<string, { source: string; catalog: Catalog }>()

function read(locale: string, file: string, files: Sources): Catalog {
  const source = files[file] ?? '{}'
  const before = known.get(file)
  if (before?.source === source) return before.catalog
  const { catalog, broken } = readCatalog(locale, file, source)
  const [first] = broken
  if (!first) known.set(file, { source, catalog })
  if (!first) return catalog
  throw new EditError(409, `${file} is broken in line ${first.line}. ${first.problem} ${first.fix}`, { file })
}

/** By language the texts that are shown: those of the brand, and of the catalog for all others. */
export function shownTexts({ catalogs, ofBrand }: View): { locale: string; messages: Map<string, ShownText> }[] {
  return catalogs.map(({ locale, file, messages }) => {
    const own = ofBrand.find((catalog) => catalog.locale === locale)
    const shown = [...messages.values()].map((message): [string, ShownText] => {
      const standsIn = own?.messages.get(message.key)
      return [
        message.key,
        { ...(standsIn ?? message), file: standsIn && own ? own.file : file, ofBrand: Boolean(standsIn) },
      ]
    })
    return { locale, messages: new Map(shown) }
  })
}
