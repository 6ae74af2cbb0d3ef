import { headers } from 'next/headers'
import { textsOfBrand } from '@/lib/brand/claims'
import { brandFolder, readBrandFiles } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { mapTexts, type TextTree, valueAt } from '@/lib/text'
import { readJson } from '@/lib/text-file.mjs'
import { mark } from './marks'

export async function previewCatalog(locale: Locale): Promise<TextTree> {
  const brandTexts =
    readBrandFiles(brandFolder(env.BRAND)).messages[locale] ?? '{}'
  const shared = isDraft(locale)
    ? draftInEnglish(locale)
    : readSharedCatalog(locale)
  const catalog = textsOfBrand(shared, JSON.parse(brandTexts), site.claims)
  return (await showsKeys())
    ? mapTexts(catalog, (text, key) => text + mark(`${locale}:${key}`))
    : catalog
}

async function showsKeys(): Promise<boolean> {
  try {
    return (await headers()).get('x-preview') === 'keys'
  } catch {
    return false
  }
}

/** Returns the English texts, replaced by the draft's wherever it has them. */
function draftInEnglish(locale: Locale): TextTree {
  const draft = readSharedCatalog(locale)
  return mapTexts(readSharedCatalog(routing.defaultLocale), (text, key) =>
    String(valueAt(draft, key) || text),
  )
}

function readSharedCatalog(locale: Locale): TextTree {
  return readJson(`messages/${locale}.json`)
}
