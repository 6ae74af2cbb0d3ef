import { referenceOf } from './reference'

type Fields = { name: string; company: string; email: string; phone: string }

/** What operators' search looks in, each on a line: who wrote, and the reference. Folded, as what is searched for. */
export function searchTextOf({ name, company, email, phone }: Fields, id: string): string {
  const lines = [name, company, email, phone, digitsOf(phone), referenceOf(id)]
  return fold(lines.filter(Boolean).join('\n'))
}

const maxWords = 10

// A telephone number is written in many ways, and with a country's code or without.
/** The texts that must all occur in a lead's search text: the words of what was typed, or a number's digits. */
export function searchTermsOf(typed: string): string[] {
  if (/^[\d\s()+./-]+$/.test(typed)) {
    const digits = digitsOf(typed).replace(/^0+/, '')
    if (digits.length >= 6) return [digits]
  }
  return fold(typed).split(/\s+/).filter(Boolean).slice(0, maxWords)
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

// Letters that Unicode does not decompose (https://www.unicode.org/reports/tr15/).
const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' }

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[œæßøłđ]/g, (letter) => ligatures[letter] ?? letter)
    .normalize('NFC')
}
