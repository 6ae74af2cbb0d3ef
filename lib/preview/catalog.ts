import { readFileSync } from 'node:fs'
import { headers } from 'next/headers'
import { brandFolder, readBrandFiles } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { mapTexts, mergeTexts, type TextTree } from '@/lib/map-texts'
import { mark } from './marks'
import { pseudo } from './pseudo'

/** A catalog as it stands on the disk, and as this request asks for it: with its keys, as a pseudo-language, or both. */
export async function previewCatalog(locale: string): Promise<TextTree> {
  const own = readBrandFiles(brandFolder(env.BRAND)).messages[locale] ?? '{}'
  const catalog = mergeTexts(JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')), JSON.parse(own))
  const modes = await chosenModes()
  const shown = modes.includes('pseudo') ? mapTexts(catalog, pseudo) : catalog
  return modes.includes('keys') ? mapTexts(shown, (text, key) => text + mark(`${locale}:${key}`)) : shown
}

/** Whether this request's texts carry their keys. */
export async function showsKeys(): Promise<boolean> {
  return (await chosenModes()).includes('keys')
}

let outsideOfRequests: string[] = []

/** From now on this process also marks what is made outside of a request, such as a mail that the editor shows. */
export function markEverything() {
  outsideOfRequests = ['keys']
}

// The development server's word on this request; what is made outside of one (mail) is left as it is written.
async function chosenModes(): Promise<string[]> {
  try {
    return (await headers()).get('x-preview')?.split('.') ?? []
  } catch {
    return outsideOfRequests
  }
}
