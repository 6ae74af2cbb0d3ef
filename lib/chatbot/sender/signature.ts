import { companyAt, hasLowerHead, isCommon, isCompany, nameAt } from './capitals'

const separators = /[,;|()\n]+|\s[–—-]\s|(?<=[\p{L}\d]{2}[.!?])\s+/u
const maxDistance = 3

/** A signature's "Jane Doe, Acme Capital, jane@acme.example": whole parts of capitalized words beside how to reach her. */
export function signatureIn(text: string, reached: string[]): { name?: string; company?: string } {
  const parts = text.split(separators).map((part) => part.trim().replace(/[.:]$/, ''))
  const places = parts.flatMap((part, at) => (reached.some((found) => part.includes(found)) ? [at] : []))
  if (reached.length === 0) return introductionOf(parts)
  const beside = parts.filter((_, at) => places.some((place) => isBeside(parts, at, place)))
  const name = beside.find((part) => isPerson(part))
  if (!name) return {}
  const company = beside.find((part) => part !== name && isWholeCompany(part))
  return { name, ...(company && { company }) }
}

// "Jane Doe, Acme Bank" and nothing else.
function introductionOf([name = '', company = '', ...others]: string[]): { name?: string; company?: string } {
  const isWhole = others.length === 0 && isPerson(name) && isWholeCompany(company) && isCompany(company)
  return isWhole ? { name, company } : {}
}

// Nothing but names, companies and roles may stand between.
function isBeside(parts: string[], at: number, place: number): boolean {
  if (at === place || Math.abs(at - place) > maxDistance) return false
  const between = parts.slice(Math.min(at, place) + 1, Math.max(at, place))
  return between.every((part) => part === '' || /^[\p{Lu}\d+]/u.test(part) || hasLowerHead(part))
}

function isPerson(part: string): boolean {
  const run = nameAt(part, 0)
  return run?.text === part && part.includes(' ') && !isCompany(part)
}

function isWholeCompany(part: string): boolean {
  return companyAt(part, 0)?.end === part.length && !part.split(' ').every(isCommon)
}
