import type { Language } from '@/lib/i18n/routing'
import { untranslatedMark } from '@/lib/i18n/untranslated'
import { mapTexts } from '@/lib/text'
import stripes from './flags.json' with { type: 'json' }

// Flags made of stripes; others are added by hand.
const flags: Record<string, Language['flag']> = stripes
const rightToLeft = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']

type Described = { problem: string } | { problem?: undefined; code: string; row: Language }

export function describeLanguage(asked: string, existing: string[]): Described {
  const code = canonical(asked)
  if (!code) return { problem: `"${asked}" is not a language code (BCP 47), such as de, it or pt-BR.` }
  if (code !== asked) return { problem: `The code of this language is written ${code}.` }
  if (existing.includes(code)) return { problem: `The site has ${code} already.` }
  const name = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code)
  if (!name) return { problem: `No language is known by the code ${code}.` }
  const { script = '', region = '' } = new Intl.Locale(code).maximize()
  if (rightToLeft.includes(script)) {
    const sentence = 'is written from right to left, which the layout cannot show yet.'
    return { problem: `${capitalised(name, code)} (${code}) ${sentence}` }
  }
  const flag = flags[code]
  return { code, row: { name: capitalised(name, code), region, ...(flag && { flag }) } }
}

// Language, script and region only: the rest has no place in an address.
function canonical(asked: string): string | undefined {
  try {
    const { language, baseName } = new Intl.Locale(asked)
    return Intl.getCanonicalLocales(asked)[0] === baseName && /^[a-z]{2,3}$/.test(language) ? baseName : undefined
  } catch {
    return undefined
  }
}

function capitalised(name: string, code: string): string {
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

export function skeleton(english: string): string {
  return `${JSON.stringify(
    mapTexts(JSON.parse(english), (text) => untranslatedMark + text),
    null,
    2,
  )}\n`
}
