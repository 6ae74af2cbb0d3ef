import { describe, expect, it } from 'vitest'
import type { ChangedText } from '@/scripts/copy/diff'
import { readSharedTerms } from '@/scripts/copy/terms'
import { readUsage } from '@/scripts/copy/usage'
import { branchName, proposalMessage } from '@/scripts/edit/proposal/message'

const locales = ['en', 'fr', 'es']

/** A text that has changed, was added or is gone in some languages. */
function changed(key: string, where = locales, kind = 'changed'): ChangedText {
  const texts = locales.map((locale) => {
    if (!where.includes(locale)) return { locale, before: 'a', after: 'a' }
    return { locale, before: kind === 'added' ? undefined : 'a', after: kind === 'removed' ? undefined : 'b' }
  })
  return { key, texts }
}

const proposalOf = (texts: ChangedText[], files = ['messages/en.json']) => {
  return { texts, files, usage: readUsage(), lists: readSharedTerms().lists }
}

const subjectOf = (...texts: ChangedText[]) => proposalMessage(proposalOf(texts)).split('\n')[0]
const entry = (kind: string) =>
  ['question', 'answer'].map((name) => changed(`HomeFaq.items.visits.${name}`, locales, kind))

describe('the message of a proposal', () => {
  it.each([
    ['one text', [changed('Hero.title')], 'Home: hero title (en, fr, es)'],
    ['one language', [changed('Hero.title', ['fr'])], 'Home: hero title (fr)'],
    ['an entry of a list', [changed('HomeFaq.items.fees.question')], 'Home: FAQ fees question (en, fr, es)'],
    ['a whole new entry', entry('added'), 'Home: FAQ visits added (en, fr, es)'],
    ['a whole entry that is gone', entry('removed'), 'Home: FAQ visits removed (en, fr, es)'],
    ['a title for search engines', [changed('Metadata.contact.title')], 'Contact: metadata title (en, fr, es)'],
    ['what every page shows', [changed('Navigation.home', ['es'])], 'Every page: navigation home (es)'],
    ['mails', [changed('SalesMail.reference', ['en'])], 'E-mails: sales mail reference (en)'],
    ['two texts', [changed('Hero.title'), changed('Hero.body')], 'Home: hero title, hero body (en, fr, es)'],
    ['two pages', [changed('Hero.title'), changed('Contact.title')], 'Home: hero title; Contact: title (en, fr, es)'],
  ])('names %s', (_, texts, subject) => {
    expect(subjectOf(...texts)).toBe(subject)
  })

  it('names sections where texts are too many, then pages, and counts them', () => {
    const ofHero = ['eyebrow', 'title', 'body', 'contact', 'second'].map((name) => changed(`Hero.${name}`))
    const ofFaq = ['fees', 'client', 'custody'].map((name) => changed(`HomeFaq.items.${name}.question`))
    expect(subjectOf(...ofHero, ...ofFaq)).toBe('Home: hero, FAQ (8 texts; en, fr, es)')
    const sections = ['About', 'Institutions', 'Benefits', 'Showcase', 'WhyUs', 'Steps'].map((name) =>
      changed(`${name}.title`),
    )
    expect(subjectOf(...ofHero, ...sections)).toBe('Home: 11 texts (en, fr, es)')
    const everywhere = Object.keys(readUsage().places).filter((key) => !key.includes('*'))
    const subject = subjectOf(...everywhere.map((key) => changed(key)))
    expect(subject).toMatch(/^\d+ texts in \d+ places \(en, fr, es\)$/)
  })

  it('lists the keys with their languages, and what else goes with them', () => {
    const texts = [changed('Hero.title'), changed('HomeFaq.items.visits.question', ['en'], 'added')]
    const message = proposalMessage(proposalOf(texts, ['lib/chatbot/training/fr.json', 'scripts/copy/terms/fr.json']))
    expect(message.split('\n\n').slice(1)).toEqual([
      '- Hero.title (en, fr, es)\n- HomeFaq.items.visits.question (en; added)',
      'Also: Assistant: training questions (fr); Rules of the copy check (fr)',
    ])
  })

  it.each([
    [['lib/chatbot/training/fr.json'], 'Assistant: training questions (fr)'],
    [['scripts/copy/reviewed.json'], 'Translations reviewed'],
    [['messages/en.json', 'messages/fr.json'], 'Order of texts'],
  ])('says what changed without a text: %s', (files, message) => {
    expect(proposalMessage(proposalOf([], files))).toBe(message)
  })

  it('is short enough for the places where git shows a subject', () => {
    const keys = Object.keys(readUsage().places).filter((key) => !key.includes('*'))
    const subjects = keys.flatMap((_, at) => {
      return [1, 2, 5].map((count) => subjectOf(...keys.slice(at, at + count).map((name) => changed(name))) ?? '')
    })
    expect(subjects.filter((subject) => subject.length > 72)).toEqual([])
  })
})

describe('the branch of a proposal', () => {
  it.each([
    [[changed('Hero.title')], 'copy/2026-11-23-hero-title'],
    [entry('added'), 'copy/2026-11-23-faq-visits-added'],
    [[changed('Contact.title'), changed('Hero.title')], 'copy/2026-11-23-title-hero-title'],
    [[], 'copy/2026-11-23-order-of-texts'],
  ])('has the day and the texts', (texts, name) => {
    expect(branchName(proposalOf(texts), '2026-11-23')).toBe(name)
  })

  it('is a name that git takes, and no longer than needed', () => {
    for (const key of Object.keys(readUsage().places)) {
      expect(branchName(proposalOf([changed(key.replaceAll('*', 'é')), changed('Hero.title')]), '2026-11-23')).toMatch(
        /^copy\/2026-11-23-[a-z0-9]+(-[a-z0-9]+)*$/,
      )
    }
  })
})
