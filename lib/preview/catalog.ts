import { headers } from 'next/headers'
import { textsOfBrand } from '@/lib/brand/claims'
import { brandFolder, readBrandFiles } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { site } from '@/lib/site'
import { mapTexts, type TextTree } from '@/lib/text'
import { readJson } from '@/lib/text-file.mjs'
import { mark } from './marks'

export async function previewCatalog(locale: string): Promise<TextTree> {
  const own = readBrandFiles(brandFolder(env.BRAND)).messages[locale] ?? '{}'
  const shared = readJson(`messages/${locale}.json`)
  const catalog = textsOfBrand(shared, JSON.parse(own), site.claims)
  return (await showsKeys())
    ? mapTexts(catalog, (text, key) => text + mark(`${locale}:${key}`))
    : catalog
}

export async function showsKeys(): Promise<boolean> {
  try {
    return (await headers()).get('x-preview') === 'keys'
  } catch {
    return false
  }
}
