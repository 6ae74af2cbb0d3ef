// The texts on disk and those of the last commit, as the site shows them.
import { spawnSync } from 'node:child_process'
import { routing } from '@/lib/i18n/routing'
import { decodeText } from '@/lib/text-file.mjs'
import {
  type CatalogMessage,
  catalogFile,
  parseSources,
  readSources,
  type Sources,
} from '../copy/catalogs'
import { EditError } from './http'

/** A text as the site shows it. */
type ShownText = CatalogMessage & { ofBrand: boolean }

export type View = ReturnType<typeof viewOf>

export const englishFile = catalogFile(routing.defaultLocale)

/** Parses files. Throws EditError if one cannot be parsed. */
export function viewOf(files: Sources = readSources()) {
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
    const own = ofBrand.find((catalog) => catalog.locale === locale)
    const shown = [...messages.values()].map((message): [string, ShownText] => {
      const override = own?.messages.get(message.key)
      return [
        message.key,
        { ...(override ?? message), ofBrand: override !== undefined },
      ]
    })
    return { locale, messages: new Map(shown) }
  })
}

/** The texts of the last commit; none without a repository. */
export function committedTexts(): View['shown'] {
  const sources = committedSources(Object.keys(readSources()))
  return shownTexts(parseSources({ [englishFile]: '{}', ...sources }))
}

/** The committed contents of these files; new files are left out. */
function committedSources(files: string[]): Sources {
  const sources = files.flatMap((file) => {
    const { status, stdout } = spawnSync('git', ['show', `HEAD:./${file}`], {
      maxBuffer: 2 ** 26,
    })
    return status === 0 ? [[file, decodeText(stdout)]] : []
  })
  return Object.fromEntries(sources)
}
