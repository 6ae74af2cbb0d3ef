import { companyAt, hasLowerHead, isCommon, isCompany, nameAt, type Run } from './capitals'
import { foldInPlace, patternOf } from './phrases'
import { signatureIn } from './signature'
import words from './who.json'

export type Who = { name?: string; company?: string }

const named = patternOf(Object.values(words.named).flat())
const introduced = patternOf(Object.values(words.introduced).flat())
const speaking = patternOf(Object.values(words.speaking).flat())
const closings = new RegExp(`(?<![\\p{L}])(?:${words.closings})(?: again| in advance)?[,.!\\s–-]+`, 'giu')
const employed = patternOf(Object.values(words.employed).flat(), words.groups)

const preposition = new RegExp(`^[\\s,;(]*(?:(?:${words.of})(?: |(?<=['’])))?`, 'iu')
const atWork = new RegExp(`^[^.!?\\n]{0,60}?\\s(?:${words.atWork}) `, 'iu')
const role = new RegExp(`^[\\s,]*(?:the )?(?:[\\p{L}]+ ){0,2}?(?:${words.groups.role})(?: of [a-z]+)?(?=[\\s,])`, 'iu')
const ends = /^\s*(?:$|[.,;!?)\n]|-|–)/

/** Who wrote a text in NFC, as far as it says so. `reached` are its e-mail address and telephone number as typed. */
export function whoIn(text: string, { email, reached }: { email?: string; reached: string[] }): Who {
  const labelled = { name: labelOf(text, words.labels.name), company: labelOf(text, words.labels.company) }
  const folded = `${foldInPlace(text)} `
  const person = personIn(text, folded, email)
  const signed = signatureIn(text, reached)
  const name = labelled.name ?? person?.text ?? signed.name
  const company =
    labelled.company ?? companyOf(text, folded, person) ?? (name === signed.name || !signed.name ? signed.company : '')
  return { ...(name && { name }), ...(company && company !== name && { company }) }
}

const maxLabelled = 80

function labelOf(text: string, label: string): string | undefined {
  const found = text
    .match(new RegExp(`(?:^|[\\n,;])\\s*(?:${label}) ?[:=] *([^\\n,;<>[\\]()*\`|\\\\]+)`, 'iu'))?.[1]
    ?.trim()
  return found && found.length <= maxLabelled && !found.includes('@') ? found.replace(/\.$/, '') : undefined
}

type Person = Run & { next: number; isTyped?: 'lowerCase' }

function personIn(text: string, folded: string, email = ''): Person | undefined {
  for (const at of endsOf(folded, named)) {
    const run = nameAt(text, at) ?? lowerCaseNameAt(text, at)
    if (run) return { ...run, next: run.end }
  }
  for (const at of [...endsOf(folded, introduced), ...endsOf(text, closings)]) {
    const run = introducedAt(text, at, email)
    if (run) return run
  }
  for (const { 0: found, index } of folded.matchAll(speaking)) {
    const run = nameBefore(text, index)
    if (run) return { ...run, next: index + found.length }
  }
  return undefined
}

// Where what follows each match begins.
function endsOf(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const end = index + found.length
    return end + (/^[ \t:]*/.exec(text.slice(end))?.[0].length ?? 0)
  })
}

// One word is a name only where a company follows: "I'm French".
function introducedAt(text: string, start: number, email: string): Person | undefined {
  const run = nameAt(text, start)
  if (run && (run.text.includes(' ') || isFollowedByCompany(text, run.end))) return { ...run, next: run.end }
  const typed = lowerCaseNameAt(text, start)
  const isInEmail = typed?.text.split(' ').some((word) => word.length > 2 && email.includes(foldInPlace(word)))
  return typed && isInEmail ? { ...typed, next: typed.end, isTyped: 'lowerCase' } : undefined
}

function isFollowedByCompany(text: string, end: number): boolean {
  const skipped = text.slice(end).match(preposition)?.[0] ?? ''
  return skipped.trim() !== '' && companyAt(text, end + skipped.length) !== undefined
}

const lowerCaseName =
  /\p{L}[\p{L}’'-]+(?: (?!(?:from|at|with|of|for|and|de|du|chez|et|y|en|in|i)(?![\p{L}]))\p{L}[\p{L}’'-]+){0,2}/uy

function lowerCaseNameAt(text: string, at: number): Run | undefined {
  lowerCaseName.lastIndex = at
  const found = lowerCaseName.exec(text)?.[0]
  const isEnded =
    found && /^\s*(?:$|[,.;!?\n(]|(?:from|at|with|of|and|de|du|chez|et|y|en)\s)/u.test(text.slice(at + found.length))
  if (!isEnded || found.split(' ').some(isCommon) || isCompany(found)) return undefined
  return { text: found, start: at, end: at + found.length }
}

function nameBefore(text: string, end: number): Run | undefined {
  const line = text.slice(0, end).search(/[^.!?\n,;]*(?:\b\p{L}{1,4}\.[^.!?\n,;]*)*[\s,]*$/u)
  const starts = [...text.slice(line, end).matchAll(/(?<![\p{L}.’'-])\p{L}/gu)].map(({ index }) => line + index)
  const runs = starts.map((start) => nameAt(text, start))
  return runs.find((run) => run?.text.includes(' ') && text.slice(run.end, end).trim() === '')
}

function companyOf(text: string, folded: string, person: Person | undefined): string | undefined {
  const after = person && companyAfter(text, person)
  if (after) return after
  for (const at of endsOf(folded, employed)) {
    const run = companyAt(text, at)
    if (run && run.start !== person?.start && isWhole(text, run)) return run.text
  }
  const introducedHere = endsOf(folded, introduced).map((at) => companyAt(text, at))
  const isNamed = (run: Run) => isCompany(run.text) && !isCommon(run.text.split(' ')[0] ?? '')
  return introducedHere.find((run) => run && isNamed(run) && run.start !== person?.start)?.text
}

// "We are Swiss and …", "We are MiFID regulated": one word is a company where the sentence or the clause ends.
function isWhole(text: string, run: Run): boolean {
  if (/[\s&]/.test(run.text) || isCompany(run.text)) return true
  if (isCommon(run.text)) return false
  return /^\s*(?:$|[.,;:!?)\n]|(?:and|et|y|from|based|in|a|an|un|una|une)\s)/iu.test(text.slice(run.end))
}

function companyAfter(text: string, person: Person): string | undefined {
  const rest = text.slice(person.next)
  const skipped = rest.match(role)?.[0].length ?? 0
  const direct = rest.slice(skipped).match(preposition)?.[0] ?? ''
  const at = person.next + skipped + direct.length
  const run = /\S/.test(direct) || skipped > 0 ? companyAt(text, at) : undefined
  const isNamed = /[^\s,;(]/.test(direct) || (run && ends.test(text.slice(run.end)))
  if (run && isNamed && !isSentence(text, run)) return run.text
  if (person.isTyped && /[^\s,;(]/.test(direct)) return lowerCaseNameAt(text, at)?.text ?? lowerCaseCompanyAt(text, at)
  const further = rest.match(atWork)?.[0]
  return further && companyAt(text, person.next + further.length)?.text
}

// After a comma: "Jane Doe, Acme Bank" but not "Jane Doe, Please call me".
function isSentence(text: string, run: Run): boolean {
  return (
    !hasLowerHead(run.text) &&
    isCommon(run.text.split(' ')[0] ?? '') &&
    !isCompany(run.text) &&
    !ends.test(text.slice(run.end))
  )
}

function lowerCaseCompanyAt(text: string, at: number): string | undefined {
  return text.slice(at).match(/^[\p{L}\d][\p{L}\d&’'-]*(?: [\p{L}\d&][\p{L}\d&’'-]*){0,3}(?=\s*(?:$|[,.;!?\n(]))/u)?.[0]
}
