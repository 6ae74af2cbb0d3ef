import { readFileSync } from 'node:fs'
import { headers } from 'next/headers'
import { mark } from './marks'
import { pseudo } from './pseudo'

type Tree = { [key: string]: string | Tree }

/** A catalog as it stands on the disk, and as this request asks for it: with its keys, as a pseudo-language, or both. */
export async function previewCatalog(locale: string): Promise<Tree> {
  const catalog: Tree = JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'))
  const modes = await chosenModes()
  const shown = modes.includes('pseudo') ? changeTexts(catalog, pseudo) : catalog
  return modes.includes('keys') ? changeTexts(shown, (text, key) => text + mark(`${locale}:${key}`)) : shown
}

// The development server's word on this request; what is made outside of one (mail) is left as it is written.
async function chosenModes(): Promise<string[]> {
  try {
    return (await headers()).get('x-preview')?.split('.') ?? []
  } catch {
    return []
  }
}

function changeTexts(tree: Tree, change: (text: string, key: string) => string, path: string[] = []): Tree {
  const entries = Object.entries(tree).map(([name, value]) => {
    const place = [...path, name]
    return [name, typeof value === 'string' ? change(value, place.join('.')) : changeTexts(value, change, place)]
  })
  return Object.fromEntries(entries)
}
