import { describe, expect, it } from 'vitest'
import { allLocales } from '@/lib/i18n/routing'
import { readSources } from '@/scripts/copy/catalogs'
import { applyChanges } from '@/scripts/edit/apply-changes'
import type { Change } from '@/scripts/edit/change-schema'
import { findStatedAnswers } from '@/scripts/edit/stated'

function findNotes(list: string, name: string, question: string) {
  const entry = { question, answer: 'No.' }
  const texts = Object.fromEntries(allLocales.map((locale) => [locale, entry]))
  const change: Change = { type: 'add', list, name, after: null, texts }
  const files = applyChanges(readSources(), [change])
  return findStatedAnswers(files, `${list}.${name}`)
}

describe('a question that is added to the FAQ', () => {
  it('is compared with what the disclosures state', async () => {
    const [note] = await findNotes(
      'ProductFaq.items',
      'metalInsured',
      'Do you insure the metal?',
    )

    expect(note).toMatchObject({
      level: 'note',
      locale: 'en',
      key: 'ProductFaq.items.metalInsured.question',
    })
    expect(note?.problem).toMatch(/already states: “.*Larkhollow Underwriting/)
    expect(note?.fix).toContain('“insurance” in brands/halcrest/brand.json')
    expect(note?.fix).not.toContain('Assistant')
  })

  it('is compared with the facts of the assistant', async () => {
    const notes = await findNotes(
      'HomeFaq.items',
      'feesPublished',
      'Are fees published?',
    )

    const problems = notes.map(({ problem }) => problem).join()
    expect(problems).toContain('Fees are not published.')
    expect(notes.map(({ fix }) => fix).join()).toContain(
      '“Assistant · fees “published” answer”',
    )
  })

  it('has at most two notes', async () => {
    const notes = await findNotes(
      'HomeFaq.items',
      'buyTokens',
      'How do we buy, hold and redeem tokens?',
    )

    expect(notes).toHaveLength(2)
  })

  it('is compared with a list as with a sentence', async () => {
    const [note] = await findNotes(
      'HomeFaq.items',
      'callTime',
      'When can I call you?',
    )

    expect(note?.problem).toMatch(/these hours: Support hours: .*\.”$/)
  })

  it('has no note if the site says nothing about it', async () => {
    const notes = await findNotes(
      'HomeFaq.items',
      'sponsorship',
      'Do you sponsor a cycling team?',
    )

    expect(notes).toEqual([])
  })
})
