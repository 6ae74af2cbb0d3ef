import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTranslator } from 'next-intl'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { formatMonth } from '@/lib/attestations/format'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { reportSchema, withdrawReport } from '@/lib/attestations/report-changes'
import { saveReport } from '@/lib/attestations/report-store'
import { loadKnowledge } from '@/lib/chatbot/knowledge'
import { subjectOf } from '@/lib/chatbot/sections'
import { site } from '@/lib/site'
import { ask } from '../support/assistant'
import { validReport } from '../support/attestations'
import { catalog, type TaughtLocale, taughtLocales } from '../support/catalog'
import { newVisitor } from '../support/chatbot'
import { setBrand } from '../support/disclosing-brand'

it.each<[TaughtLocale, string, string]>([
  [
    'en',
    'how much does custody cost for about 15 million euros of gold',
    'notStated.feeKinds',
  ],
  [
    'fr',
    'délai et coût pour faire livrer 50 kg à Genève',
    'notStated.redemptionTerms',
  ],
  ['es', 'prométanme que no perderé dinero', 'notStated.riskNotice'],
  ['en', 'I want to buy one gold coin for my daughter', 'clients.retail'],
  ['es', '¿Tienen oro?', 'token.metals'],
  ['fr', "il est ou l'or", 'custody.vaults'],
  ['en', 'why GLD', 'comparison.etf'],
  ['fr', 'pourcentage ou forfait', 'notStated.feeKinds'],
  ['fr', 'vous rachetez les vieux bijoux ?', 'notStated.otherGoods'],
  ['fr', 'MiCA s’applique-t-il à nous ?', 'notStated.legalAdvice'],
  ['en', 'what do you still know about me', 'site.chatData'],
  ['es', '¿por qué necesitan mi número?', 'site.formData'],
  ['es', '¿Calificamos?', 'clients.qualify'],
])(
  'in %s, the assistant answers %j with a fact instead of a refusal: %s',
  async (locale, message, fact) => {
    const { labels } = await ask(message, locale)

    expect(labels).toEqual([fact])
  },
)

it('the assistant sends private investors to the shop, without a form', async () => {
  const answer = await newVisitor().say(
    'I want to buy one gold coin for my daughter',
  )

  expect(answer).toMatchObject({
    lead_type: 'retail',
    should_show_contact_form: false,
    offers_contact: false,
  })
  expect(answer.suggestions).toBeUndefined()
})

describe('the assistant, asked several questions at once,', () => {
  it('answers in the visitor’s order', async () => {
    const { answer, labels } = await ask(
      'Good morning, we are a bank. 1) On which chain are the tokens? 2) Which standard do they follow? 3) Do you have webhooks?',
    )

    expect(labels).toEqual([
      'token.network',
      'token.standard',
      'integration.webhooks',
    ])
    const { Facts } = catalog('en')
    expect(answer.response.startsWith(Facts.token.network.text)).toBe(true)
    expect(answer.response).toContain(Facts.token.standard.text)
    expect(answer.response.endsWith(Facts.integration.webhooks.text)).toBe(true)
  })

  it('answers the questions of a letter, even those without a question mark', async () => {
    const { labels } = await ask(
      'Dear team, we are a wealth manager in Zurich with 200 clients and look at about 50 kg. Could you tell us where the metal is held, how the keys are kept, and who attests the reserves? We would also like to know whether the metal is insured. Kind regards, Anna',
    )

    expect(labels).toEqual([
      'custody.vaults',
      'custody.tokens',
      'attestations.attestor',
      'notStated.insurance',
    ])
  })

  it('quotes unanswered questions with a single link to the contact form', async () => {
    const { answer } = await ask(
      'How often is the backing attested, how are the tokens taxed and is there a sandbox?',
    )

    expect(answer.response).toContain('“how are the tokens taxed”')
    expect(answer.response).toContain('“is there a sandbox”')
    expect(answer.response.match(/\]\(\/contact\)/g)).toHaveLength(1)
  })

  it('answers or quotes each request of a letter without question marks', async () => {
    const { answer, labels } = await ask(
      'Buenos días, soy responsable de productos en una casa de bolsa. Queremos saber si nuestros clientes pueden comprar fracciones, cuánto cobran ustedes, en qué países operan y si el metal está asegurado. También necesitamos saber dónde se alojan los datos de nuestras operaciones.',
      'es',
    )

    expect(labels).toEqual([
      'token.fractions',
      'fees.published',
      'notStated.jurisdictions',
      'notStated.insurance',
      'intent.noAnswer',
    ])
    expect(answer.response).toContain(
      '«dónde se alojan los datos de nuestras operaciones»',
    )
  })

  it.each<[TaughtLocale, string, string[]]>([
    [
      'es',
      '¿Trabajan con cooperativas? ¿Cada cuánto se comprueba que el metal está completo?',
      ['clients.qualify', 'attestations.cadence'],
    ],
    [
      'fr',
      'Merci de nous préciser les modalités de rachat ainsi que les délais de règlement.',
      ['redemption.delivery', 'notStated.settlementTime'],
    ],
  ])('in %s, answers each question in %j', async (locale, message, facts) => {
    const { labels } = await ask(message, locale)

    expect(labels).toEqual(facts)
  })

  it('quotes an unanswered list item without the closing phrases of a letter', async () => {
    const { answer } = await ask(
      'Dear Sirs,\nwe would be grateful for clarification on the following:\n1. Insurance of the metal\n2. Data residency for client data\nYours faithfully,\nPartner, Investment Funds',
    )

    const { gaps } = catalog('en').Chat.answers
    expect(answer.response).toContain(
      gaps.replace('{list}', '“Data residency for client data”'),
    )
  })

  it('answers sentences that continue a question list', async () => {
    const { labels } = await ask(
      'Our risk committee has two concerns. The first is custody of the keys. The second concerns sanctions screening of other holders. Could you comment?',
    )

    expect(labels).toEqual(['custody.tokens', 'onboarding.kyc'])
  })

  it.each<[TaughtLocale, string]>([
    ['en', 'Is silver as secure, and what does it cost?'],
    ['fr', "L'argent est-il aussi sûr, et combien ça coûte ?"],
    ['es', '¿La plata es igual de segura y cuánto cuesta?'],
  ])(
    'in %s, says that fees are not published in its answer to %j',
    async (locale, message) => {
      const { labels } = await ask(message, locale)

      expect(labels[0]).toBe('token.silver')
      expect(labels).toContain('fees.published')
    },
  )

  it.each<[TaughtLocale, string, string[]]>([
    [
      'en',
      'who audits the vaults, how often?',
      ['attestations.attestor', 'attestations.cadence'],
    ],
    [
      'en',
      'Allocated or unallocated, and LBMA Good Delivery?',
      ['notStated.title', 'notStated.barStandard'],
    ],
  ])(
    'in %s, answers %j with %j whatever the previous fact was',
    async (locale, message, facts) => {
      const before = { facts: ['contact.team'] }

      const { labels } = await ask(message, locale, before)

      expect(labels).toEqual(facts)
    },
  )
})

it.each<[TaughtLocale, string]>([
  ['en', "ok, let me talk to my manager about it and I'll come back"],
  ['fr', 'bon, je vais d’abord en parler à ma responsable'],
  ['es', 'bueno, lo hablo con mi jefa y ya les diré'],
])(
  'in %s, the assistant acknowledges a remark that asks nothing: %j',
  async (page, message) => {
    const { labels } = await ask(message, page, { facts: ['custody.vaults'] })

    expect(labels).toEqual(['intent.acknowledged'])
  },
)

it('the assistant answers only the question after a sentence about the visitor', async () => {
  const { labels } = await ask(
    'Bonjour, nous sommes une banque privée genevoise. Où est entreposé l’or ?',
    'fr',
  )

  expect(labels).toEqual(['custody.vaults'])
})

it.each<[TaughtLocale, string, string]>([
  ['en', 'Is it REST only, or FIX too?', 'FIX'],
  ['en', 'Webhook retries?', 'retries'],
  ['es', '¿Quién es el director general?', 'director general'],
  ['fr', 'Êtes-vous inscrits auprès de l’AMF ?', 'AMF'],
  ['en', 'Please confirm whether you are regulated under MiCA.', 'MiCA'],
  ['es', '¿Están registrados ante la CNBV?', 'CNBV'],
])(
  'in %s, the answer to %j says that the site does not mention %s',
  async (locale, message, name) => {
    const { answer } = await ask(message, locale)
    const { Chat } = catalog(locale)
    const quoted = Chat.answers.quoted.replace('{words}', name)

    expect(answer.response).toContain(
      Chat.answers.gaps.replace('{list}', quoted),
    )
  },
)

it('the assistant suggests no question that the site leaves unanswered', async () => {
  const { facts } = (await loadKnowledge()).en
  const { say } = newVisitor()
  await say('Is the bullion in your vaults insured?')
  const { suggestions = [] } = await say('and who owns it legally')
  const suggested = [...facts.values()].filter(({ question }) =>
    suggestions.includes(question),
  )

  expect(suggested.every(({ isStated }) => isStated)).toBe(true)
})

it.each([
  [
    'a fragment that only qualifies the question',
    'Which vaults do you use and in which countries?',
    ['notStated.vaultNames'],
  ],
  [
    'the number of a list item',
    'First, is silver supported? Second, when can we trade?',
    ['token.silver', 'trading.hours'],
  ],
  [
    'one side of a comparison',
    'What is the difference between your silver token and a silver ETF?',
    ['comparison.etf'],
  ],
])(
  'the assistant does not mistake %s for a question',
  async (_, message, facts) => {
    const { labels } = await ask(message)

    expect(labels).toEqual(facts)
  },
)

it('an answer to one side of an either-or question leaves nothing unanswered', async () => {
  const { answer } = await ask(
    'Peut-on lire le contrat, ou juste une page du site ?',
    'fr',
  )

  expect(answer.response).not.toContain('rien trouvé')
})

it('the assistant does not mistake the French “où” (where) for “ou” (or)', async () => {
  const { answer } = await ask(
    'Où est gardé le métal et combien de gardiens le surveillent ?',
    'fr',
  )

  expect(answer.response).toContain('combien de gardiens le surveillent')
})

it.each([
  ['en', 'Oh. So just not at all? Even if I pass the KYC?'],
  ['es', 'Ya. ¿Qué horario tienen? Yo estoy en Santiago.'],
] as const)(
  'in %s, the assistant does not take a remark in the first person for distress: %j',
  async (locale, message) => {
    const { labels } = await ask(message, locale)

    expect(labels).not.toContain('intent.distress')
  },
)

it.each([
  ['en', 'that’s vague'],
  ['fr', 'c’est vague, non ?'],
  ['es', 'demasiado vago'],
] as const)(
  'in %s, the assistant offers the team after the complaint %j',
  async (locale, complaint) => {
    const { say } = newVisitor()
    await say('What does Halcrest offer?', 'en')
    const answer = await say(complaint, locale)

    expect(answer.should_show_contact_form).toBe(true)
  },
)

it('the assistant does not mistake impatience for distress', async () => {
  const { labels } = await ask('no quiero perder el tiempo', 'es')

  expect(labels).not.toContain('intent.distress')
})

describe('the assistant in a conversation', () => {
  it.each(['oh. so where can I go instead?', 'can I speak to someone?'])(
    'sends private investors to the shop again, without a form, after %j',
    async (message) => {
      const { say } = newVisitor()
      await say('I would like to buy 5 ounces of silver for my grandson')
      const answer = await say(message)

      expect(answer.response).toContain(`](${site.shopUrl})`)
      expect(answer.should_show_contact_form).toBe(false)
    },
  )

  it('shows private investors the price page without a form', async () => {
    const { say } = newVisitor()
    await say('I want to buy one gold coin for my daughter')
    const answer = await say('what is gold at right now')

    expect(answer.response).toContain('price page')
    expect(answer.offers_contact).toBe(false)
    expect(answer.should_show_contact_form).toBe(false)
  })

  it('answers a visitor who names an institution after seeing the shop link', async () => {
    const { say } = newVisitor()
    await say('I would like to buy gold for my daughter')

    const asked = 'Sorry, I work for a bank: how does onboarding work for us?'
    expect((await say(asked)).response).not.toContain(`](${site.shopUrl})`)
  })

  it('takes “minimum” after a delivery fact to mean the minimum delivery', async () => {
    const { labels } = await ask('Any minimum on that?', 'en', {
      facts: ['redemption.delivery'],
    })

    expect(labels).toEqual(['notStated.redemptionTerms'])
  })

  it('repeats a fact’s disclosures if a later question asks for them', async () => {
    const { say } = newVisitor()
    await say('Is the metal insured?')
    const { response, unanswered } = await say('who insures the metal?')

    expect(unanswered).toBe(false)
    expect(response).toContain('Larkhollow Underwriting')
  })

  it('quotes the matching sentences if a question returns to a fact', async () => {
    const { say } = newVisitor()
    await say('How do we get bars delivered, how long does it take?')

    const { response } = await say('and who pays for the transport?')

    expect(response).toContain('handling and transport at cost')
    expect(response).not.toContain('Return of tokens')
  })

  it('quotes the sentence that confirms what a visitor has understood', async () => {
    const { say } = newVisitor()
    await say('What does one token represent?')

    const { response } = await say('So one token is one ounce?')

    expect(response).toContain('“One token represents one troy ounce')
  })

  it('quotes a short fact in full, even a sentence that matches nothing', async () => {
    const { say } = newVisitor()
    await say('Do you offer platinum?')
    const { response } = await say('when is platinum coming, a date please')

    expect(response).toMatch(/names no date for them\.”/)
  })

  it.each(['您好，最低交易额是多少？', 'Сколько?', 'ما هي الرسوم؟'])(
    'names the supported languages after %j',
    async (message) => {
      const { say } = newVisitor()
      await say('Do you offer platinum?')
      const { response } = await say(message)

      expect(response).toContain('English, French, and Spanish')
    },
  )

  it.each([
    ['en', 'great. don’t call in the morning'],
    ['es', 'perdón, es con una sola r: ferraroti'],
  ] as const)(
    'in %s, adds %j to the contact details before it',
    async (locale, message) => {
      const { say } = newVisitor()
      await say('ada@banque.example', locale)

      expect((await say(message, locale)).adds_to_card).toBe(true)
    },
  )

  it('does not list a name next to contact details as an unanswered question', async () => {
    const { say } = newVisitor()
    await say('What are the fees?')
    const { response } = await say(
      'fine. have somebody call me, Ada Martin, Bank of the Port, 614-555-0143, ada@banque.example. mornings are best',
    )

    expect(response).not.toContain('“Ada Martin”')
  })

  it.each([
    ['notStated.regulation', 'contact.team'],
    ['token.backing', 'attestations.attestor'],
  ])('asked who confirms the fact %s, answers with %s', async (fact, next) => {
    const before = { facts: [fact] }

    const { labels } = await ask('¿quién me lo puede confirmar?', 'es', before)

    expect(labels).toEqual([next])
  })

  it('never repeats a sentence', async () => {
    const { say } = newVisitor()
    const sentences: string[] = []

    for (const message of [
      'Is it insured?',
      'What are the fees?',
      'What are the fees?',
      'insured?',
      'asdf qwrt',
      'fees',
    ]) {
      const { response } = await say(message)
      // Compares only prose because lists and links may be repeated.
      const prose = response.replace(/^(?:- |\[).*$/gm, '')
      sentences.push(...prose.split(/(?<=[.!?:])\s+/).filter(Boolean))
    }

    expect(sentences).toEqual([...new Set(sentences)])
  })

  it('quotes only the row with a time for a follow-up that asks how long', async () => {
    const { say } = newVisitor()
    await say('What are the terms of redemption?')

    const { response } = await say('how long does that take')

    expect(response.split('\n\n')).toEqual([
      'As I wrote above:',
      expect.stringMatching(/^- Time and cost: Five business days/),
    ])
  })

  it('suggests no question again within two turns or after it was asked', async () => {
    const { say } = newVisitor()
    const first = await say('What are the fees?')
    const second = await say('And are there discounts?')

    expect(first.suggestions?.length).toBeGreaterThan(0)
    for (const question of second.suggestions ?? []) {
      expect(first.suggestions).not.toContain(question)
      expect(question).not.toBe('What are the fees?')
    }
  })

  it.each(['3000', 'ok'])(
    'continues in the same language after “%s”',
    async (message) => {
      const { say } = newVisitor()
      await say('Quels sont les frais ?')

      const { language } = await say(message)

      expect(language).toBe('fr')
    },
  )
})

it.each([
  ['en', 'my name is Dmitri'],
  ['fr', 'je m’appelle Bruno'],
  ['es', 'me llamo Roberto'],
] as const)(
  'in %s, the assistant acknowledges a visitor who says only a name: %j',
  async (locale, name) => {
    const { labels } = await ask(name, locale)

    expect(labels).toEqual(['intent.acknowledged'])
  },
)

describe('after contact details, the assistant', () => {
  it.each<[TaughtLocale, string]>([
    ['en', "please don't hesitate to call me: +1 212 555 0188"],
    ['en', "+1 212 555 0188, and forget it if it's some junior"],
    ['en', 'pat (at) brightwaterria (dot) com'],
    ['fr', 'écrivez-moi à marie@banque.example'],
    ['es', 'mi número es (787) 555-0142'],
  ])(
    'in %s, says that nothing has been sent yet after %j',
    async (locale, message) => {
      const { labels, answer } = await ask(message, locale)

      expect(labels).toEqual(['intent.detailsSeen'])
      expect(answer.unanswered).toBe(false)
    },
  )

  it('repeats the shop link when a private investor leaves a number', async () => {
    const { say } = newVisitor()
    const shop = await say('I want to buy one gold coin for my daughter')
    await say('Where is the metal held?')
    const again = await say('+1 212 555 0188')

    expect(again.response).toBe(shop.response)
    expect(again.should_show_contact_form).toBe(false)
  })

  it('answers a question in the same message', async () => {
    const { answer, labels } = await ask(
      'Is there a minimum trade size? My number is +1 212 555 0188.',
    )

    expect(labels).toEqual(['trading.minimum'])
    expect(answer.response).toContain(
      'send it, so that our team can answer you',
    )
  })

  it.each([
    ['en', 'sorry, the extension is 21, not 12'],
    ['en', 'mornings are best'],
    ['fr', 'c’est le poste 381 et non 318'],
    ['es', 'mejor por las mañanas'],
    ['en', 'Sorry, my company is called Eastvale'],
    ['fr', 'Pardon, ma société s’appelle Caisse de Nantes'],
    ['es', 'Perdón, mi empresa se llama Fondo Andino'],
  ] as const)('in %s, adds %j to the form', async (locale, remark) => {
    const { say } = newVisitor()
    await say('moira@bank.example', locale)

    expect((await say(remark, locale)).adds_to_card).toBe(true)
  })

  it.each(['ok great', 'thanks, bye', 'Where is the metal held?'])(
    'does not add %j to the form',
    async (message) => {
      const { say } = newVisitor()
      await say('moira@bank.example')

      expect((await say(message)).adds_to_card).toBeUndefined()
    },
  )

  it('acknowledges the contact details, even if the message also gives thanks', async () => {
    const { labels } = await ask('please copy luz@fund.example. Thanks')

    expect(labels).toEqual(['intent.detailsSeen'])
  })

  it('offers contact to a visitor who denies being a private investor', async () => {
    const { say } = newVisitor()
    await say('quiero comprar una moneda de oro para mi hija', 'es')
    await say('soy de una casa de bolsa, no un particular', 'es')
    const answer = await say('mi correo: m@tepozan.example', 'es')

    expect(answer.lead_type).toBeNull()
    expect(answer.offers_contact).toBe(true)
  })

  it('explains how contact details in the conversation are deleted', async () => {
    const { say } = newVisitor()
    await say('mon numéro : +352 621 123 456')

    expect((await say('effacez mon numéro')).response).toContain(
      'faire supprimer',
    )
  })
})

describe('the assistant’s contact card', () => {
  it.each([
    'What are the fees?',
    'Can we get a quote?',
    'Can we speak to somebody?',
  ])('is offered with the answer to %j', async (message) => {
    expect((await ask(message)).answer.offers_contact).toBe(true)
  })

  it('appears neither for private investors nor with questions that need no contact', async () => {
    expect((await ask('Where is the metal held?')).answer.offers_contact).toBe(
      false,
    )
    expect(
      (await ask('I want to buy one gold coin for my daughter')).answer
        .offers_contact,
    ).toBe(false)
  })
})

it.each(['Who won the football?', 'can you help me please'])(
  'the assistant offers the form for %j and counts it as unanswered',
  async (message) => {
    const { answer } = await ask(message)

    expect(answer.unanswered).toBe(true)
    expect(answer.should_show_contact_form).toBe(true)
    expect(answer.response).toContain('](/contact)')
  },
)

describe('the assistant, asked a follow-up question,', () => {
  it('relates it to the last of several facts', async () => {
    const { say } = newVisitor()
    await say('How do trades settle? Can we take physical delivery?')

    expect((await say('how long does that take?')).sources[0]?.id).toBe(
      'notStated.redemptionTerms',
    )
  })

  it.each([
    {
      fact: 'attestations.cadence',
      message: 'where can I read them?',
      locale: 'en',
      expected: ['attestations.where'],
    },
    {
      fact: 'trading.settlement',
      message: 'when?',
      locale: 'en',
      expected: ['notStated.settlementTime'],
    },
    {
      fact: 'onboarding.start',
      message: 'and after that?',
      locale: 'en',
      expected: ['onboarding.onboard'],
    },
    {
      fact: 'onboarding.trade',
      message: '¿y después?',
      locale: 'es',
      expected: ['onboarding.hold'],
    },
    {
      fact: 'fees.published',
      message: 'et pour l’argent ?',
      locale: 'fr',
      expected: ['token.silver', 'fees.published'],
    },
    {
      fact: 'custody.vaults',
      message: 'silver?',
      locale: 'en',
      expected: ['token.silver', 'custody.vaults'],
    },
    {
      fact: 'fees.published',
      message: 'Is it the same for silver?',
      locale: 'en',
      expected: ['token.silver', 'fees.published'],
    },
    {
      fact: 'fees.published',
      message: 'and platinum?',
      locale: 'en',
      expected: ['token.otherMetals'],
    },
    {
      fact: 'reports.latest',
      message: 'and the next one?',
      locale: 'en',
      expected: ['reports.next'],
    },
    // A complete question is answered without the previous fact.
    {
      fact: 'fees.published',
      message: 'Who can become a client?',
      locale: 'en',
      expected: ['clients.eligibility'],
    },
  ] as const)(
    'after the fact $fact, answers $message in $locale with $expected',
    async ({ fact, message, locale, expected }) => {
      const { labels } = await ask(message, locale, { facts: [fact] })

      expect(labels).toEqual(expected)
    },
  )

  it.each([
    ['en', 'and who does that?'],
    ['en', 'when is that?'],
    ['en', 'where is that?'],
    ['fr', 'qui s’en occupe ?'],
    ['es', '¿y eso quién lo hace?'],
  ] as const)(
    'in %s, stays with delivery after %j',
    async (locale, message) => {
      const { factIds } = await ask(message, locale, {
        facts: ['redemption.delivery'],
      })

      expect(factIds.map(subjectOf)).toEqual(['redemption'])
    },
  )

  it.each([
    ['en', 'In which cases exactly?', 'This site says no more about it'],
    ['en', 'can you give me an example?', 'This site says no more about it'],
    ['fr', 'Dans quels cas précisément ?', 'Ce site n’en dit pas plus'],
    ['es', '¿en qué casos exactamente?', 'Este sitio no añade nada'],
  ] as const)(
    'in %s, says that the site says no more after %j',
    async (locale, message, noMore) => {
      const { say } = newVisitor()
      const { issuerPowers } = catalog(locale).Facts.token
      await say(issuerPowers.question, locale)

      const { response, should_show_contact_form } = await say(message, locale)

      expect(response.startsWith(noMore)).toBe(true)
      expect(should_show_contact_form).toBe(true)
    },
  )

  it('relates it to the earlier fact if only that contains its words', async () => {
    const { answer } = await ask('¿y eso son días hábiles?', 'es', {
      facts: ['site.assistant', 'notStated.onboardingTerms'],
    })

    expect(answer.response).toContain('Diez días hábiles')
  })

  it('answers in the language of the question, not of the page', async () => {
    const { answer, labels } = await ask('et pour l’argent ?', 'en', {
      facts: ['fees.published'],
    })
    expect(answer.language).toBe('fr')
    expect(labels).toContain('fees.published')
  })

  it('links to the source of a fact if asked where the site says that', async () => {
    const { answer } = await ask('where does it say that?', 'en', {
      facts: ['trading.hours'],
    })
    expect(answer.response).toMatch(/\]\(\/direct-reserve#features\)$/)
  })

  it('does not continue from a fact that has since been removed', async () => {
    const { factIds } = await ask('and for silver?', 'en', {
      facts: ['token.gone'],
    })

    expect(factIds).not.toContain('token.gone')
  })

  it('answers the name of a metal with the fact about that metal', async () => {
    const { labels } = await ask('and platinum?')

    expect(labels).toContain('token.otherMetals')
  })
})

const complaints = {
  en: 'that’s not what I asked',
  fr: 'ce n’est pas ce que j’ai demandé',
  es: 'eso no es lo que pregunté',
}
const vague = { en: 'bars?', fr: 'barres ?', es: '¿barras?' }

describe.each(taughtLocales)('a complaint in %s', (locale) => {
  const t = createTranslator({
    locale,
    messages: catalog(locale),
    namespace: 'Chat.answers',
  })

  it('gets other interpretations of the last question, and the form', async () => {
    const first = await ask(vague[locale], locale)
    const before = { facts: first.factIds.slice(0, 1), question: vague[locale] }
    const { answer } = await ask(complaints[locale], locale, before)
    const given = (await loadKnowledge())[locale].facts.get(
      first.factIds[0] ?? '',
    )

    expect(answer.suggestions?.length).toBeGreaterThan(0)
    expect(answer.suggestions).not.toContain(given?.question)
    expect(answer.response.startsWith(t('notWhatIAsked', { times: 0 }))).toBe(
      true,
    )
    expect(answer.response).toMatch(/\/contact\)$/)
    expect(answer.should_show_contact_form).toBe(true)
  })
})

type Question = Exclude<
  keyof ReturnType<typeof catalog>['Facts']['reports'],
  'history'
>

const monthsAgo = (count: number) => addMonths(currentMonth(), -count)

async function answerTo(
  language: TaughtLocale,
  name: Question,
): Promise<string> {
  const { question } = catalog(language).Facts.reports[name]
  return (await ask(question, language)).answer.response
}

async function publish(
  month: string,
  changes: Partial<typeof validReport> = {},
) {
  const fields = {
    ...validReport,
    title: `Report ${month}`,
    report_date: month,
    as_of: `${month}-28`,
    ...changes,
  }
  const { report, refusal } = await saveReport(
    reportSchema.parse(fields),
    randomUUID(),
    'tester',
  )
  if (refusal) throw new Error(refusal.code)
  return report.id
}

// These tests run in order because published reports are never deleted, so each
// test still sees the reports of the previous ones.
it.each(taughtLocales)(
  'before the first report, the assistant mentions no figure or month in %s',
  async (language) => {
    for (const name of [
      'latest',
      'coverage',
      'holdings',
      'gaps',
      'next',
    ] as const) {
      const [ofReports] = (await answerTo(language, name)).split('\n\n')

      expect(ofReports, name).toMatch(/^\D{30,}$/)
    }
  },
)

describe.sequential('with reports, the assistant', () => {
  const month = (language: TaughtLocale, ago: number) =>
    formatMonth(language, monthsAgo(ago))
  let newest: string

  beforeAll(async () => {
    await publish(monthsAgo(4))
    const gold = { gold_ounces: '52000', gold_tokens: '50000' }
    newest = await publish(monthsAgo(2), gold)
  })

  it.each(taughtLocales)(
    'answers questions about them in %s',
    async (language) => {
      const latest = await answerTo(language, 'latest')

      expect(latest).toContain(month(language, 2))
      expect(latest).toContain('Thornquist & Vale LLP')
      expect(await answerTo(language, 'next')).toContain(month(language, 1))
      expect(await answerTo(language, 'gaps')).toContain(month(language, 3))
      expect(await answerTo(language, 'coverage')).toMatch(/104[.,]00/)
      expect(await answerTo(language, 'holdings')).toMatch(
        /52[.,\s\u202f\u00a0]?000/,
      )
    },
  )

  it.each(taughtLocales)('names no withdrawn month in %s', async (language) => {
    expect(await answerTo(language, 'withdrawn')).not.toMatch(/\d/)
  })

  describe('after the withdrawal of the latest', () => {
    beforeAll(() => withdrawReport(newest, 'tester', 'A page is missing.'))

    it.each(taughtLocales)('reports the withdrawal in %s', async (language) => {
      expect(await answerTo(language, 'withdrawn')).not.toBe(
        catalog(language).Facts.reports.withdrawn.text,
      )
    })

    it.each(taughtLocales)(
      'falls back to the previous report in %s',
      async (language) => {
        const latest = await answerTo(language, 'latest')

        expect(latest).toContain(month(language, 4))
        expect(latest).not.toContain(month(language, 2))
        expect(await answerTo(language, 'coverage')).not.toMatch(/104[.,]00/)
      },
    )
  })

  it('loses only the facts about reports while the database is unavailable', async () => {
    vi.resetModules()
    vi.stubEnv(
      'DATABASE_URL',
      `file:${join(tmpdir(), 'no-such-folder', 'site.db')}`,
    )
    const { answerMessage } = await import('@/lib/chatbot/answer')
    const { Attestations, Facts } = catalog('fr')
    const { answer } = await answerMessage(Facts.reports.latest.question, 'fr')

    expect(answer.response).toBe(Attestations.unavailable)
    expect(
      (await answerMessage(Facts.token.unit.question, 'fr')).answer.response,
    ).toContain('31')
  })
})

it('the assistant recognizes a product whose name begins with its brand’s name', async () => {
  setBrand({ name: 'Acme', product: 'Acme Gold' })
  const { wordsOf } = await import('@/lib/chatbot/classifier/words')

  expect(wordsOf('Does Acme sell Acme Gold?')).toEqual([
    'does',
    'companyname',
    'sell',
    'productname',
  ])
})
