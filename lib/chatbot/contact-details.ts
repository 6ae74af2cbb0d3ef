export type ContactDetails = { email?: string; phone?: string }

const emailPattern = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[a-z]{2,}/i
// International form, or nine digits and more: a shorter number may be an amount.
const phonePattern = /(?<![\w.,])(\+\d[\d\s().-]{6,24}\d|\(?\d[\d\s().-]{7,24}\d)(?![\w.,]*\d)/g
const minNationalDigits = 9
const maxDigits = 15 // ITU-T E.164

export function contactDetailsIn(text: string): ContactDetails {
  const email = text.match(emailPattern)?.[0].replace(/[.]+$/, '')
  const phone = [...text.matchAll(phonePattern)].map(([found]) => found.trim()).find(isPhone)
  return { ...(email && { email }), ...(phone && { phone }) }
}

export function hasContactDetails(text: string): boolean {
  return Object.keys(contactDetailsIn(text)).length > 0
}

const maxIntroductionWords = 5

export function isContactDetails(text: string): boolean {
  const { email = '', phone = '' } = contactDetailsIn(text)
  if (!(email || phone) || text.includes('?')) return false
  const rest = text.replace(email, '').replace(phone, '')
  return (rest.match(/\p{L}+/gu)?.length ?? 0) <= maxIntroductionWords
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  if (digits > maxDigits) return false
  if (text.startsWith('+')) return true
  return digits >= minNationalDigits && !isAmount(text) && !/^\d{4}-\d{2}-\d{2}/.test(text)
}

function isAmount(text: string): boolean {
  return /^\d{1,3}([ .\u00a0\u202f]\d{3}){2,}$/.test(text) && !text.startsWith('0')
}
