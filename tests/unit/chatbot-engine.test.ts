import { describe, expect, it } from 'vitest'
import { analyse } from '@/lib/chatbot/engine/analysis'
import { decideIntent, type Intent } from '@/lib/chatbot/engine/classify-intent'
import { type Entry, loadEntries } from '@/lib/chatbot/engine/knowledge'
import { loadModels, type Model, makeModel } from '@/lib/chatbot/engine/model'
import { confirmContactRequest, reply } from '@/lib/chatbot/engine/reply'
import { resolveIntent } from '@/lib/chatbot/engine/resolve-intent'
import { createSearch } from '@/lib/chatbot/engine/search'
import { createSpelling } from '@/lib/chatbot/engine/spelling'
import { stemOf, wordsOf } from '@/lib/chatbot/engine/tokenize'
import type { Locale } from '@/lib/i18n/routing'
import { catalog, locales, taughtLocales } from '../support/catalog'

describe('words', () => {
  it.each([
    ['Où est l’or d’aujourd’hui ?', ['ou', 'est', 'l', 'or', 'd', 'aujourd', 'hui']],
    ["l'once qu'on", ['l', 'once', 'qu', 'on']],
    ['¿Cuántas ONZAS? 24/7', ['cuantas', 'onzas', '24', '7']],
    ['erc3643 Cœur', ['erc', '3643', 'coeur']],
    ['0.25 oz', ['fraction', 'oz']],
    ['<b>😀</b>', ['b', 'b']],
  ])('of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it.each([
    ['en', 'attestations', 'attested'],
    ['fr', 'négociation', 'négociations'],
    ['es', 'comisión', 'comisiones'],
  ] as const)('in %s have one stem in their forms: %s, %s', (locale, one, other) => {
    const stems = [one, other].map((word) => stemOf(wordsOf(word)[0] ?? '', locale))
    expect(stems[0]).toBe(stems[1])
  })
})

describe('spelling', () => {
  const correct = createSpelling(['storage', 'custody', 'fees', 'attestation'])

  it.each([
    ['storge', 'storage'],
    ['custdoy', 'custody'],
    ['atestacion', 'attestation'],
    ['weather', undefined],
    ['fee', undefined],
    ['age34', undefined],
    // One slip in a word of seven letters, two in one of eight.
    ['custdy', 'custody'],
    ['cstdoy', undefined],
    ['attstaion', 'attestation'],
    ['ttestation', undefined],
    ['sttorage', 'storage'],
    ['storagee', 'storage'],
  ])('takes %s for %s', (typed, meant) => {
    expect(correct(typed)).toBe(meant)
  })
})

describe('likelihoods', () => {
  const unknown: Intent = { kind: 'unknown' }
  const entry = (id: string): Intent => ({ kind: 'entry', id, retail: false })
  const toLikelihoods = (topics: Record<string, number>) =>
    Object.entries(topics).map(([topic, likelihood]) => ({ topic, likelihood }))

  it.each<[string, Record<string, number>, Intent]>([
    ['are an answer where it is likelier than a refusal by a margin', { fees: 0.5, refuse: 0.44 }, entry('fees')],
    ['are a refusal where it is about as likely as an answer', { fees: 0.5, refuse: 0.46 }, unknown],
    ['are a refusal where it is likelier', { refuse: 0.6, fees: 0.4 }, unknown],
    ['are an answer from a quarter on', { fees: 0.25, refuse: 0.1 }, entry('fees')],
    ['are no answer below a quarter', { fees: 0.24, refuse: 0.1 }, unknown],
    [
      'leave the choice of entries about as likely',
      { fees: 0.4, vaults: 0.33 },
      { kind: 'suggest', ids: ['fees', 'vaults'] },
    ],
    ['are one answer where it is clearly the likeliest', { fees: 0.5, vaults: 0.4 }, entry('fees')],
    [
      'leave the choice of three at most',
      { fees: 0.26, vaults: 0.25, audits: 0.24, taxes: 0.23 },
      { kind: 'suggest', ids: ['fees', 'vaults', 'audits'] },
    ],
    ['are small talk', { smallTalk: 0.6, fees: 0.1 }, { kind: 'small_talk', topic: 'hello' }],
    ['offer no small talk as a choice', { fees: 0.4, smallTalk: 0.38 }, entry('fees')],
  ])('%s', (_, topics, intent) => {
    expect(decideIntent(toLikelihoods(topics), () => undefined)).toEqual(intent)
  })

  it.each([
    [{ fees: 0.84 }, 'added'],
    [{ fees: 0.85 }, 'fees'],
    [{ refuse: 0.9 }, 'added'],
  ])('of %j and an added entry in the same words are the entry %s', (topics, id) => {
    expect(decideIntent(toLikelihoods(topics), () => 'added')).toEqual(entry(id))
  })
})

/** One model in the place of every language's. */
function allOf(model: Model): Record<Locale, Model> {
  return Object.fromEntries(locales.map((locale) => [locale, model])) as Record<Locale, Model>
}

describe.each(taughtLocales)('the assistant, taught %s,', (locale) => {
  it('answers a question that somebody adds to the catalog, though nobody taught it', async () => {
    const added = {
      id: 'HomeFaq.zeppelin',
      title: { en: 'Do you insure airships?', fr: 'Assurez-vous les dirigeables ?', es: '¿Aseguran dirigibles?' }[
        locale
      ],
      text: 'Zeppelins.',
      markdown: 'Zeppelins.',
      path: '/#x',
      invitesContact: false,
    }
    const model = await makeModel(locale, [...(await loadEntries(locale)), added])
    const question = { en: 'airships?', fr: 'et les dirigeables', es: 'dirigibles' }[locale]
    expect(resolveIntent(question, allOf(model), locale)).toMatchObject({ kind: 'entry', id: added.id })
  })

  it('no longer refuses a topic once a question of the catalog is about it', async () => {
    const word = { en: 'insurance', fr: 'assurance', es: 'seguro' }[locale]
    const question = { en: 'Is there insurance?', fr: 'Y a-t-il une assurance ?', es: '¿Hay un seguro?' }[locale]
    // A catalog that has come to speak of it would be no proof.
    const entries = (await loadEntries(locale)).filter(({ title }) => !wordsOf(title).includes(word))
    const before = await makeModel(locale, entries)
    expect(resolveIntent(question, allOf(before), locale).kind).toBe('unknown')
    const added = { id: 'HomeFaq.cover', title: word, text: word, markdown: word, path: '/', invitesContact: false }
    const after = await makeModel(locale, [...entries, added])
    expect(resolveIntent(question, allOf(after), locale)).toMatchObject({ id: added.id })
  })
})

describe('the search for what nobody taught', () => {
  const entry = (id: string, title: string, text: string): Entry => {
    return { id, title, text, markdown: text, path: '/', invitesContact: false }
  }
  const find = (entries: Entry[], question: string) =>
    createSearch(entries, new Set(), 'en')(analyse(wordsOf(question), 'en').units)

  it('takes an entry that has half of the words of a question, and none that has fewer', () => {
    const entries = [entry('a', 'Airships', 'Zeppelins.')]
    expect(find(entries, 'airship hangars')).toBe('a')
    expect(find(entries, 'airship hangars harbour')).toBeUndefined()
  })

  it('counts every form of a word alike', () => {
    const entries = [entry('plural', 'Airships', 'One.'), entry('singular', 'Airship', 'An airship.')]
    expect(find(entries, 'airships')).toBe('singular')
  })

  it('takes a question that is an entry’s title, though its words say nothing', async () => {
    const why = entry('HomeFaq.why', 'Why is it you?', 'Zeppelins.')
    const model = await makeModel('en', [...(await loadEntries('en')), why])
    expect(resolveIntent('why is it you', allOf(model), 'en')).toMatchObject({ id: why.id })
  })

  it('finds what one sentence of several asks', async () => {
    const added = entry('HomeFaq.zeppelin', 'Do you insure airships?', 'Zeppelins.')
    const model = await makeModel('en', [...(await loadEntries('en')), added])
    const message = 'I work for a bank. Do you insure airships like zeppelins?'
    expect(resolveIntent(message, allOf(model), 'en')).toMatchObject({ id: added.id })
  })
})

describe('a catalog that has lost an entry', () => {
  it.each([
    ['What are the fees?', 'HomeFaq.fees'],
    ['How do I contact you?', 'Contact.team'],
  ])('leaves a question about it unanswered: %s', async (message, id) => {
    const { entries } = (await loadModels()).en
    const all = [...entries]
    entries.delete(id)
    const { answer, unanswered } = await reply(message, 'en')
    entries.clear()
    for (const [name, entry] of all) entries.set(name, entry)
    expect([unanswered, answer.sources]).toEqual([true, []])
    expect(answer.response).toContain(catalog('en').Chat.answers.unknown)
    // The link to the team goes with the team's entry.
    expect(answer.response.endsWith('](/contact)')).toBe(id !== 'Contact.team')
  })
})

describe.each(locales)('the assistant in %s', (locale) => {
  it('says nothing that the catalog does not say, and no number of its own', async () => {
    const site = '+1 514 555 0142 +1 212 555 0177 1000 Example Square H0H 0H0 1 Example Plaza 10000'
    const numbers = `${JSON.stringify(catalog(locale))} ${site}`.match(/\d+([.,]\d+)*/g)
    for (const entry of await loadEntries(locale)) {
      for (const number of entry.text.match(/\d+([.,]\d+)*/g) ?? []) expect(numbers).toContain(number)
    }
  })

  it('names a source for every entry, which is a place on the site', async () => {
    for (const { id, title, path } of await loadEntries(locale)) {
      expect(id).toMatch(/^\w+\.\w+$/)
      expect(title).not.toMatch(/[{}<>]/)
      expect(path).toMatch(locale === 'en' ? /^\/(?!en)/ : new RegExp(`^/${locale}(/|#|$)`))
    }
  })

  it('survives anything that may be typed', async () => {
    const messages = [
      '',
      '?',
      '\u0000',
      '😀😀',
      'a'.repeat(2000),
      'x '.repeat(1000),
      '{fee} <b>',
      '١٢٣',
      '%00',
      '\\',
      '/'.repeat(2000),
    ]
    for (const message of messages) expect((await reply(message, locale)).answer.response).not.toBe('')
  })
})

it('stays quick whatever is typed', async () => {
  const message = 'attestaton custdy vualt '.repeat(80).slice(0, 2000)
  await reply(message, 'en')
  const took: number[] = []
  for (let count = 0; count < 20; count++) {
    const start = performance.now()
    await reply(message, 'en')
    took.push(performance.now() - start)
  }
  // The others were held up by something else on the machine.
  expect(Math.min(...took)).toBeLessThan(50)
})

describe('a message', () => {
  it.each([
    ['Hello', 'hello'],
    ['Hi there, thanks a lot, goodbye', 'bye'],
    ['Thank you, hello', 'thanks'],
    ['help', 'help'],
    ['Hello, are you a bot?', 'who'],
    ['bye now', 'bye'],
    ['ok', 'thanks'],
    ['can you help me please', 'help'],
    ['alright, talk soon', 'hello'],
    ['alright thanks, talk soon', 'thanks'],
  ])('%j is small talk: %s', async (message, topic) => {
    expect(resolveIntent(message, await loadModels(), 'en')).toEqual({ kind: 'small_talk', topic })
  })

  it.each([
    ['Hello, what are the fees?', undefined, 'HomeFaq.fees'],
    ['Quels sont vos frais ?', undefined, 'HomeFaq.fees'],
    ['attestatoin?', undefined, 'HomeFaq.attestations'],
    ['Thanks. We are a bank and think of gold for our clients. What are your fees?', undefined, 'HomeFaq.fees'],
    ['We are a bank in Paris. I read your page yesterday and liked it. What are the fees?', undefined, 'HomeFaq.fees'],
    ['What are the fees? We are a bank in Paris. I read your page yesterday and liked it.', undefined, 'HomeFaq.fees'],
    [
      'We are a bank in Paris. Our clients ask us about it every week. How are the bars stored?',
      undefined,
      'HomeFaq.vaults',
    ],
    [
      'We are a bank in Paris. My colleague told me about your company. Can we redeem tokens?',
      undefined,
      'ProductFaq.redemption',
    ],
    ['My dog ate my homework. MPC or HSM?', undefined, 'ProductFaq.keyCustody'],
    ['My dog ate my homework\nMPC or HSM?', undefined, 'ProductFaq.keyCustody'],
    ['We are a bank in Paris and I read your page yesterday. Where are the bars?', undefined, 'HomeFaq.vaults'],
    ['Thank you very much, that was very helpful. Which inbox should our questions go to?', undefined, 'Contact.email'],
    ['Who won the football yesterday? Which inbox should our questions go to?', undefined, 'Contact.email'],
    ['Please have somebody call me', undefined, 'Contact.team'],
    ['Please call me. Who won the football?', undefined, 'Contact.team'],
    ['Call me, what is your email?', undefined, 'Contact.team'],
    ['Call me at your office', undefined, 'Contact.team'],
    ['Call me about the fees', undefined, 'HomeFaq.fees'],
    ['and silver?', 'HomeFaq.fees', 'HomeFaq.fees'],
    ['Is it the same for silver?', 'HomeFaq.fees', 'HomeFaq.fees'],
    ['and for us?', 'HomeFaq.fees', 'HomeFaq.fees'],
    ['and gold bars today?', 'HomeFaq.fees', 'HomeFaq.fees'],
    ['and zeppelins?', 'HomeFaq.fees', 'HomeFaq.fees'],
    ['and gold and silver bars held today?', 'HomeFaq.fees', 'Site.prices'],
    ['silver?', 'HomeFaq.fees', 'Site.prices'],
    ['and silver custody?', 'HomeFaq.fees', 'HomeFaq.vaults'],
    ['and platinum?', 'HomeFaq.fees', 'ProductFaq.otherMetals'],
    ['and platinum and gold?', 'HomeFaq.fees', 'ProductFaq.otherMetals'],
    ['Who can become a client?', 'HomeFaq.fees', 'HomeFaq.eligibility'],
    ['and what are the fees of custody for brokers?', 'HomeFaq.vaults', 'HomeFaq.fees'],
  ])('%j after %s is about %s', async (message, previous, id) => {
    expect(resolveIntent(message, await loadModels(), 'en', previous)).toEqual({ kind: 'entry', id, retail: false })
  })

  it.each([
    // Not "founded".
    'Tell me about your founder',
    'Hello. Who won the football?',
    'pizza for my personal use',
  ])('%j is about nothing that the site says', async (message) => {
    expect(resolveIntent(message, await loadModels(), 'en')).toEqual({ kind: 'unknown' })
  })

  it.each<[string, string | undefined, Intent]>([
    ['muchas gracias', undefined, { kind: 'small_talk', topic: 'thanks' }],
    ['Merci, au revoir', undefined, { kind: 'small_talk', topic: 'bye' }],
    ['et pour l’argent ?', 'HomeFaq.fees', { kind: 'entry', id: 'HomeFaq.fees', retail: false }],
    ['¿y la plata?', 'HomeFaq.fees', { kind: 'entry', id: 'HomeFaq.fees', retail: false }],
  ])('%j in another language than the page’s, after %s, is understood', async (message, previous, intent) => {
    expect(resolveIntent(message, await loadModels(), 'en', previous)).toEqual(intent)
  })

  it('of one word in two languages is in the page’s', async () => {
    const models = await loadModels()
    // An ounce, or English that says nothing.
    expect(resolveIntent('once', models, 'fr')).toMatchObject({ id: 'ProductFaq.minimumTrade' })
    expect(resolveIntent('once', models, 'en')).toEqual({ kind: 'unknown' })
  })

  it('of more than 300 words is read to there', async () => {
    const models = await loadModels()
    const long = (words: number) => `${'x '.repeat(200)}. ${'x '.repeat(words - 201)}`
    expect(resolveIntent(`${long(300)} fees`, models, 'en')).toMatchObject({ id: 'HomeFaq.fees' })
    expect(resolveIntent(`${long(301)} fees`, models, 'en')).toEqual({ kind: 'unknown' })
    expect((await reply(`${long(299)} call me`, 'en')).contactAsked).toBe(true)
    expect((await reply(`${long(301)} call me`, 'en')).contactAsked).toBe(false)
  })

  it('of a private investor is answered with the shop', async () => {
    const models = await loadModels()
    expect(resolveIntent('I want to buy gold for myself', models, 'en')).toMatchObject({ retail: true })
    const { answer } = await reply('I want to buy gold for myself', 'en')
    expect(answer).toMatchObject({ lead_type: 'retail', should_show_contact_form: true })
  })

  it('that may mean two things is answered with a choice of entries', async () => {
    const models = await loadModels()
    const pairs = ['custody and onboarding?', 'api and onboarding?', 'delivery and phone?', 'company and hours?']
    const message = pairs.find((each) => resolveIntent(each, models, 'en').kind === 'suggest') ?? ''
    const { answer, unanswered, entry } = await reply(message, 'en')
    expect(answer.should_show_contact_form).toBe(true)
    expect(answer.sources?.length).toBeGreaterThan(1)
    for (const { title, path } of answer.sources ?? []) expect(answer.response).toContain(`- [${title}](${path})`)
    expect([unanswered, entry]).toEqual([false, undefined])
  })

  it('about prices is answered with the address of the price page', async () => {
    const { answer, entry, contactAsked } = await reply('What is the gold price today?', 'en')
    expect(answer).toMatchObject({ redirect_to: 'prices.halcrest.example/', lead_type: 'other' })
    expect(answer.sources).toMatchObject([{ id: 'Site.prices', path: 'https://prices.halcrest.example/' }])
    expect([entry, contactAsked, answer.should_show_contact_form]).toEqual(['Site.prices', false, false])
  })

  it('that the site has no answer to is left unanswered, with a link to the team', async () => {
    const { answer, unanswered, entry } = await reply('Who is your actuary?', 'en')
    expect([unanswered, entry, answer.should_show_contact_form]).toEqual([true, undefined, true])
    expect(answer.response).toMatch(/\]\(\/contact\)$/)
  })

  it('is answered with the entry that says so as its source', async () => {
    const { answer } = await reply('What are the fees?', 'en')
    expect(answer.sources).toMatchObject([{ id: 'HomeFaq.fees', path: '/#faq-fees-answer' }])
  })

  it('asks for contact where it asks how to reach the team, and not otherwise', async () => {
    const asked = async (message: string) => (await reply(message, 'en')).contactAsked
    expect([await asked('How do I contact you?'), await asked('What are the fees?')]).toEqual([true, false])
  })

  it('shows the contact form to who doubts or wants to speak to somebody, and not with every answer', async () => {
    const shown = async (message: string) => (await reply(message, 'en')).answer.should_show_contact_form
    expect(await shown('Hello')).toBe(false)
    expect(await shown('Are you a bot?')).toBe(true)
    expect(await shown('How often are attestations published?')).toBe(false)
    expect(await shown('How often are attestations published? Please call me.')).toBe(true)
  })
})

describe('the answer to a visitor who asks to be contacted', () => {
  const request = (message: string) => ({ session_id: 'session-1', message, language: 'en' as const })
  const { answers } = catalog('en').Chat
  const asking = 'Please have somebody call me back'

  async function confirmed(message: string, recorded: Parameters<typeof confirmContactRequest>[1]) {
    return confirmContactRequest(await reply(message, 'en'), recorded, request(message))
  }

  it('says that the wish is recorded, and what is missing', async () => {
    const { answer } = await confirmed(asking, 'created')
    expect(answer.response.endsWith(`\n\n${answers.contactRecorded} ${answers.contactMissing}`)).toBe(true)
    expect(answer.should_show_contact_form).toBe(true)
  })

  it('misses nothing where the message says how to reach the visitor', async () => {
    const { answer } = await confirmed(`${asking}: eve@bank.example. What are the fees?`, 'created')
    expect(answer.response.endsWith(answers.contactRecorded)).toBe(true)
    expect(answer.response).not.toContain(answers.contactMissing)
  })

  it('to an address or a number alone is a confirmation alone, and no question that was not answered', async () => {
    const { answer, unanswered } = await confirmed('eve@bank.example', 'details')
    expect([answer.response, answer.should_show_contact_form, unanswered]).toEqual([answers.contactAdded, true, false])
  })

  it.each(['failed', 'refused'] as const)('says so and links to the form where recording %s', async (recorded) => {
    const { answer } = await confirmed(asking, recorded)
    expect(answer.response).toMatch(/\]\(\/contact\)$/)
    expect(answer.response).toContain(answers.contactFailed)
    expect(answer.response).not.toContain(answers.contactRecorded)
  })

  it('says nothing of it again when the conversation goes on', async () => {
    const said = await reply('What are the fees?', 'en')
    expect(await confirmContactRequest(said, 'updated', request('What are the fees?'))).toBe(said)
  })
})
