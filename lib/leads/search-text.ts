import { referenceOf } from './fields'
import { asciiDigits } from './phone-number'

type Searched = {
  id: string
  name: string
  company: string
  email: string
  phone: string
  message: string
  note: string
}

export function searchTextOf({ id, name, company, email, phone, message, note }: Searched): string {
  const lines = [name, company, email, phone, digitsOf(phone), referenceOf(id), message, note]
  return fold(lines.filter(Boolean).join('\n'))
}

const maxWords = 10

export function searchTermsOf(typed: string): string[] {
  if (/^[\d\s()+./-]+$/.test(asciiDigits(typed))) {
    const digits = digitsOf(typed).replace(/^0+/, '')
    if (digits.length >= 6) return [digits]
  }
  return fold(typed).split(/\s+/).filter(Boolean).slice(0, maxWords)
}

function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '')
}

// Letters that Unicode does not decompose (https://www.unicode.org/reports/tr15/), and the signs that `contains` of Prisma
// takes for wildcards, so that they are found as they are.
const others: Record<string, string> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' },
  ...{ '%': '％', _: '＿', '\\': '＼' },
}

export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[œæßøłđ%_\\]/g, (sign) => others[sign] ?? sign)
    .normalize('NFC')
}
