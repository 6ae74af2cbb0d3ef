import { expect, it } from 'vitest'
import { fillFacts } from '@/lib/i18n/fill-facts.mjs'
import { check, readFiles } from '@/scripts/copy/check'
import { textReport } from '@/scripts/copy/report-text'
import { readReviewed, reviewedFile } from '@/scripts/copy/reviewed'
import { readUsage } from '@/scripts/copy/usage'

// What may be wrong with a catalog is said in scripts/copy; copy-rules.test.ts shows that each of it is found.
it('are in order: `npm run copy` says the same', () => {
  const findings = check(readFiles(), readReviewed(reviewedFile), readUsage())
  const errors = findings.filter(({ level }) => level === 'error')
  expect(errors, textReport(errors)).toEqual([])
})

it('shows a company name literally, whatever marks it has', () => {
  const filled = fillFacts('{brand}, since {founded}', { brand: "O'{b}<i>", founded: '1977' }, 'en')
  expect(filled).toBe("O'''{'b'}''<'i'>', since 1977")
})
