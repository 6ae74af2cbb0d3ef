import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { POST } from '@/app/api/chatbot/chat/route'
import { ask } from '../support/assistant'
import { catalog, type TaughtLocale } from '../support/catalog'
import { chatMessage, chatRequest } from '../support/chatbot'

/** A visitor in a session of its own. */
function newVisitor(language: TaughtLocale = 'en') {
  const session_id = `test-${randomUUID()}`
  const say = async (message: string) => {
    const response = await POST(chatRequest(chatMessage(message, { session_id, language })))
    expect(response.status).toBe(200)
    return response.json()
  }
  return { say }
}

describe('a fact is told before any refusal', () => {
  it.each<[TaughtLocale, string, string]>([
    ['fr', "combien coûte la garde pour environ 15 millions d'euros d'or", 'notStated.feeKinds'],
    ['en', 'how much does custody cost for about 15 million euros of gold', 'notStated.feeKinds'],
    ['es', 'cuánto cuesta la custodia de unos 15 millones de euros en oro', 'notStated.feeKinds'],
    ['fr', 'délai et coût pour faire livrer 50 kg à Genève', 'notStated.redemptionTerms'],
    ['fr', "promettez-moi que je ne perdrai pas d'argent", 'notStated.riskNotice'],
    ['en', 'I want to buy one gold coin for my daughter', 'clients.retail'],
    ['fr', "Est-ce que vous avez de l'or ?", 'token.metals'],
    ['es', '¿Tienen oro?', 'token.metals'],
    ['en', 'do you sell gold', 'token.metals'],
    ['fr', "il est ou l'or", 'custody.vaults'],
    ['en', 'why GLD', 'comparison.etf'],
    ['fr', 'pourcentage ou forfait', 'notStated.feeKinds'],
    ['en', 'who are you', 'about.company'],
    ['fr', 'vous rachetez les vieux bijoux ?', 'notStated.otherGoods'],
    ['en', 'do you sell shares of gold miners', 'notStated.otherGoods'],
    ['en', 'whether MiCA applies to us', 'notStated.legalAdvice'],
    ['en', 'what do you still know about me', 'site.chatData'],
    ['fr', 'pourquoi voulez-vous mon numéro ?', 'site.formData'],
  ])('%s %s', async (locale, message, fact) => {
    expect((await ask(message, locale)).topics).toEqual([fact])
  })
})

it('shows the shop to a private person, and no form', async () => {
  const { answer } = await ask('I want to buy one gold coin for my daughter')
  expect(answer).toMatchObject({ lead_type: 'retail', should_show_contact_form: false })
})

describe('several questions in one message', () => {
  it('are answered one by one, each introduced by its question', async () => {
    const { answer, topics } = await ask(
      'Good morning, we are a bank. 1) On which chain are the tokens? 2) Which standard do they follow? 3) Do you have webhooks?',
    )
    expect(topics).toEqual(['token.network', 'token.standard', 'integration.webhooks'])
    const { Facts } = catalog('en')
    for (const { question, text } of [Facts.token.network, Facts.token.standard, Facts.integration.webhooks])
      expect(answer.response).toContain(`**${question}** ${text}`)
  })

  it('have one invitation for all that the site does not state', async () => {
    const { answer } = await ask(
      'Do the tokens pay interest? Which order types are there? How often is the backing attested?',
    )
    const { interest, orders } = catalog('en').Facts.notStated
    expect(answer.response).toContain(`does not answer: ${interest.question} ${orders.question} `)
    expect(answer.response.match(/\]\(\/contact\)/g)).toHaveLength(1)
  })
})

describe('in a conversation', () => {
  it('“who can confirm that?” leads to people for what no third party attests', async () => {
    const confirm = (fact: string) => ask('¿quién me lo puede confirmar?', 'es', { facts: [fact] })
    expect((await confirm('notStated.regulation')).topics).toEqual(['contact.team'])
    expect((await confirm('token.backing')).topics).toEqual(['attestations.attestor'])
  })

  it.each(['why?', 'explain more simply', 'What are the fees?'])(
    '%j never repeats the answer before',
    async (message) => {
      const { say } = newVisitor()
      const first = await say('What are the fees?')
      expect((await say(message)).response).not.toBe(first.response)
    },
  )

  it.each([
    ['fr', 'Quels sont les frais ?'],
    ['es', '¿Cuáles son las comisiones?'],
  ] as const)('a number or “ok” keeps its language: %s', async (language, question) => {
    const { say } = newVisitor('en')
    await say(question)
    expect((await say('3000')).language).toBe(language)
    await say(question)
    expect((await say('ok')).language).toBe(language)
  })

  it('nobody who does not want to be called is invited to a call again', async () => {
    const { say } = newVisitor()
    const { noCall } = catalog('en').Chat.answers
    expect(await say('please do not call me')).toMatchObject({ response: noCall, should_show_contact_form: false })
    expect((await say('What are the fees?')).should_show_contact_form).toBe(false)
  })
})

describe('a request for a quote', () => {
  it('is corrected by another amount, and gets the time of a call', async () => {
    const { say } = newVisitor()
    await say('We want a quote for 2000 oz of gold, jane@bank.example')
    expect((await say('actually make it 3000')).response).toContain('3000 oz')
    const { response } = await say('tomorrow at 3 pm')
    expect(response).toContain('tomorrow at 3 pm')
    expect(response).toContain(catalog('en').Chat.answers.contactAdded)
  })

  it('asks once for a way to reach the visitor', async () => {
    const { say } = newVisitor()
    const { response } = await say('Please have somebody call me back. Are the tokens backed?')
    expect(response.match(/phone number/g)).toHaveLength(1)
  })
})

it.each(['Who won the football?', 'can you help me please'])(
  '%j offers the form and counts as unanswered',
  async (message) => {
    const { answer, unanswered } = await ask(message)
    expect([unanswered, answer.should_show_contact_form]).toEqual([true, true])
    expect(answer.response).toContain('](/contact)')
  },
)
