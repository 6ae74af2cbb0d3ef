import { expect, it } from 'vitest'
import { githubAnnotations, gitlabReport } from '@/scripts/copy/annotations'
import type { Finding } from '@/scripts/copy/types'

const finding: Finding = {
  level: 'error',
  rule: 'spacing',
  locale: 'fr',
  file: 'messages/fr.json',
  line: 7,
  column: 5,
  key: 'Hero.title',
  problem: '100 % too much: here, and\nthere',
  fix: 'Take one.',
  pages: [],
}

it('no mark of a text ends what GitHub reads', () => {
  const [command] = githubAnnotations([{ ...finding, file: 'a,b:c.json' }]).split('\n')
  expect(command).toBe(
    '::error file=a%2Cb%3Ac.json,line=7,col=5,title=Hero.title (fr)::100 %25 too much: here, and%0Athere%0ATake one.',
  )
})

it('warnings and notes are told as such', () => {
  const levels = githubAnnotations([
    { ...finding, level: 'warning' },
    { ...finding, level: 'note' },
  ])
  expect(levels).toMatch(/^::warning .*\n::notice /)
})

it('says when GitHub does not show all of them', () => {
  const many = Array.from({ length: 11 }, () => finding)
  expect(githubAnnotations(many.slice(1))).not.toContain('GitHub shows')
  expect(githubAnnotations(many)).toContain('GitHub shows 10 of each kind: all of them are listed above.')
})

it('GitLab knows a finding again where it has only moved, and tells two alike apart', () => {
  const fingerprints = (...findings: Finding[]) =>
    JSON.parse(gitlabReport(findings)).map((issue: { fingerprint: string }) => issue.fingerprint)
  expect(fingerprints({ ...finding, line: 9 })).toEqual(fingerprints(finding))
  expect(new Set(fingerprints(finding, finding, { ...finding, rule: 'links' })).size).toBe(3)
  expect(gitlabReport([])).toBe('[]\n')
})
