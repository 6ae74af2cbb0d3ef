// The spelling rule: reports words that are in neither the language's
// dictionary nor the project's list.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeTrie, type ITrie } from 'cspell-trie-lib'
import { allLocales } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { readJson, readText } from '@/lib/text-file.mjs'
import { englishNameOf } from './language-name'
import { readable } from './message'
import type { Text } from './rule'
import { memoize, termsOf } from './terms'

const wordsFile = 'scripts/copy/terms/words.txt'

// Leaves out identifiers such as ERC-3643 and LEADS_URL.
const wordPattern =
  /(?<![\p{L}\p{N}_])\p{L}[\p{L}\p{M}]*(?:[’'-][\p{L}\p{M}]+)*(?![\p{N}_])/gu

export function checkSpelling({ text, catalog, terms, report }: Text) {
  if (!terms.dictionary) return
  const unknown = unknownWords(catalog.locale, text)
  // Allows a text in another language a few names and mistakes.
  const other = allLocales.find(
    (locale) => unknownWords(locale, text).length * 3 < unknown.length,
  )
  if (other) {
    const [wrong, right] = [other, catalog.locale].map(englishNameOf)
    report('error', `This is ${wrong}, not ${right}.`, `Write it in ${right}.`)
    return
  }
  for (const word of unknown)
    report(
      'warning',
      `“${word}” is not in the dictionary.`,
      `Correct it. If the word is right, add it to ${wordsFile}.`,
    )
}

/** Returns all words if the language has no dictionary. */
export function unknownWords(locale: string, text: string): string[] {
  const words = readable(text).flatMap((part) => part.match(wordPattern) ?? [])
  const isKnown = termsOf(locale).dictionary ? wordTestFor(locale) : () => false
  return [...new Set(words)].filter(
    (word) => !isKnown(word) && !namesOfBrand().has(word),
  )
}

/** Returns a function that checks whether a word belongs to a language. */
const wordTestFor = memoize((locale) => {
  const { dictionary = '', enclitics } = termsOf(locale)
  const trie = readDictionary(dictionary)
  const has = (word: string) =>
    projectWords().has(word.toLowerCase()) ||
    trie.hasWord(word, true) ||
    trie.hasWord(word.toLowerCase(), true)
  // Accepts elided words such as l’, which have one or two letters, and words
  // with capitals inside, which are names or abbreviations.
  const isKnownPart = (part: string) =>
    part.length < 3 || /.\p{Lu}/u.test(part) || has(part) || isVerb(part)
  // Removes the accent that a pronoun at the end of a verb adds: acorte,
  // acórtelo.
  const isVerb = (part: string): boolean => {
    const bare = enclitics ? part.replace(enclitics, '') : part
    return bare !== part && (has(withoutAcutes(bare)) || isVerb(bare))
  }
  return memoize(
    (word) => has(plain(word)) || word.split(/[’'-]/).every(isKnownPart),
  )
})

/** Straightens apostrophes, as in the dictionaries. */
function plain(word: string): string {
  return word.replaceAll('’', "'")
}

function withoutAcutes(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .normalize('NFC')
}

const namesOfBrand = memoize(
  () => new Set(`${site.brand} ${site.product}`.match(wordPattern)),
)

const projectWords = memoize(() => {
  const file = join(import.meta.dirname, 'terms/words.txt')
  const lines = (readText(file) ?? '').split('\n')
  const words = lines.filter((line) => !line.startsWith('#'))
  return new Set(words.map((line) => plain(line.trim()).toLowerCase()))
})

function readDictionary(name: string): ITrie {
  const settings = createRequire(import.meta.url).resolve(name)
  const [{ path }] = readJson(settings).dictionaryDefinitions
  return decodeTrie(gunzipSync(readFileSync(join(dirname(settings), path))))
}
