import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { POST as dismiss } from '@/app/api/operator/questions/dismiss/route'
import { findContactRequest } from '@/lib/chatbot/review-store'
import { countUnanswered, saveExchange, saveProgress } from '@/lib/chatbot/store'
import { contactRequests, questionSnippet, unansweredLists } from '@/lib/console/questions'
import { getDatabase } from '@/lib/database/client'
import { createChatLead } from '@/lib/leads/chat-store'
import { isConsolePage } from '@/lib/operator/console-paths'
import { keys, siteRequest } from '../support/attestations'

const dayMs = 86_400_000

async function remove(id: string): Promise<string | null> {
  const response = await dismiss(
    siteRequest('POST', '/api/operator/questions/dismiss', {
      key: keys.alice,
      body: new URLSearchParams({ id, language: 'fr' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
  )
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

it('lists questions without an answer by language, the most frequent first, until they are removed', async () => {
  for (const text of ['Do you sell platinum?', 'do you sell PLATINUM', 'Is there a mobile app?']) {
    await countUnanswered(text, 'en')
  }
  await countUnanswered('Avez-vous du platine ?', 'fr')
  const { en, fr, es } = await unansweredLists()
  expect(en.questions.map(({ text, count }) => [text, count])).toEqual([
    ['Do you sell platinum?', 2],
    ['Is there a mobile app?', 1],
  ])
  expect([en.total, fr.total, es.total]).toEqual([2, 1, 0])

  const [first] = en.questions
  expect(await remove(first?.id ?? '')).toBe('/fr/operator/questions?done=dismissed')
  expect(await remove(first?.id ?? '')).toBe('/fr/operator/questions?problem=gone')
  expect((await unansweredLists()).en.questions.map(({ text }) => text)).toEqual(['Is there a mobile app?'])
})

it.each([
  ['Do you sell platinum?', 'doYouSellPlatinum', 'Do you sell platinum?'],
  ['Où est l\'or {x} <b>"?', 'ouEstLOr', 'Où est l’or x b"?'],
  ['???', 'question', '???'],
])('makes an entry of a catalog of %j that is valid JSON and valid ICU', (text, name, question) => {
  expect(JSON.parse(`{${questionSnippet(text)}}`)).toEqual({ [name]: { question, answer: '' } })
})

it('pages the conversations of the last 30 days that asked for contact, with their leads', async () => {
  const ids = Array.from({ length: 27 }, () => `session.${randomUUID()}`)
  const database = await getDatabase()
  const now = Date.now()
  for (const [index, id] of ids.entries()) {
    await saveProgress(id, { language: 'es', lastFacts: [], contactAsked: true })
    // What is asked afterwards does not take the wish back.
    await saveProgress(id, { language: 'es', lastFacts: [], contactAsked: false })
    // Pairs of one moment: the id decides.
    const lastAt = new Date(now - Math.floor(index / 2) * dayMs)
    await database.chatSession.updateMany({ where: { id }, data: { lastAt } })
  }
  await saveProgress(`session.${randomUUID()}`, { language: 'es', lastFacts: [], contactAsked: false })
  const [leadless, withLead] = ids as [string, string]
  const old = `session.${randomUUID()}`
  await saveProgress(old, { language: 'es', lastFacts: [], contactAsked: true })
  await database.chatSession.updateMany({ where: { id: old }, data: { lastAt: new Date(Date.now() - 31 * dayMs) } })
  await saveExchange(withLead, { question: 'Llámenme, por favor.', answer: '¿A qué dirección?' })
  const lead = { turns: [], details: { email: 'a@b.example' }, dueAt: new Date(), quarantine: null }
  await createChatLead({ sessionId: withLead, language: 'es', ...lead })

  const first = await contactRequests({})
  expect([first.conversations.length, first.isFirst]).toEqual([25, true])
  const second = await contactRequests({ before: first.next })
  expect([second.conversations.length, second.isFirst, second.next]).toEqual([2, false, undefined])
  const listed = [...first.conversations, ...second.conversations]
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids))
  const times = listed.map(({ lastAt }) => lastAt.getTime())
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(listed.filter(({ leadId }) => leadId).map(({ id }) => id)).toEqual([withLead])

  const found = await findContactRequest(withLead)
  expect(found?.turns.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Llámenme, por favor.'],
    ['assistant', '¿A qué dirección?'],
  ])
  expect((await findContactRequest(leadless))?.leadId).toBeUndefined()
  expect(await findContactRequest(randomUUID())).toBeUndefined()
  for (const before of ['x', '1_../../x', ['1', '2']]) expect((await contactRequests({ before })).isFirst).toBe(true)
})

it('knows the pages of conversations and of leads, and no others below them', () => {
  for (const path of ['/operator/questions/session.abc-1', '/operator/leads/0b9c2f'])
    expect(isConsolePage(path)).toBe(true)
  for (const path of ['/operator/questions/short', '/operator/leads/', '/operator/leads/a/b', '/operator/leads/a b']) {
    expect(isConsolePage(path), path).toBe(false)
  }
})
