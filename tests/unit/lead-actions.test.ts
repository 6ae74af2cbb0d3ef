import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { saveExchange, saveMemory } from '@/lib/chatbot/conversation-store'
import { applyLeadAction, tracesOf } from '@/lib/console/leads/actions'
import { changeLead } from '@/lib/leads/change-store'
import { listOwners } from '@/lib/leads/conditions-store'
import { referenceOf } from '@/lib/leads/contact-fields'
import { findTraces } from '@/lib/leads/erase-store'
import { historyOf, recordRead } from '@/lib/leads/history-store'
import { findLead } from '@/lib/leads/list-store'
import { storeChatLead } from '../support/chat-leads'
import { runSql, selectColumn } from '../support/database'
import { newYear, storeDelivery } from '../support/delivery'
import {
  findStored,
  messages,
  operator,
  resultOf,
  saveQuarantined,
  sendJson,
  sendLeadForm,
  sendListForm,
  sendListJson,
  showLead,
  showList,
} from '../support/lead-console'
import { storeNextLead } from '../support/leads'
import { setForTest } from '../support/settings'
import { webhookSettings } from '../support/sinks'

const { OperatorLeads: words } = messages

describe('an action on a lead', () => {
  it('says that a released lead is not sent again once it was delivered', async () => {
    const id = await storeNextLead()
    await storeDelivery(id, { channel: 'webhook', deliveredAt: newYear })
    setForTest(webhookSettings({ port: 1 }))
    await sendLeadForm(id, { action: 'spam' })

    const released = await sendLeadForm(id, { action: 'release' })

    expect(resultOf(released)).toBe('released_unsent')
    expect((await findStored(id)).quarantine).toBeNull()
  })

  it('says that a released lead is being delivered if a channel lacks it', async () => {
    const id = await saveQuarantined(['flood'])
    setForTest(webhookSettings({ port: 1 }))

    const released = await sendLeadForm(id, { action: 'release' })

    expect(resultOf(released)).toBe('released')
  })

  it('does not blame the spam score for a lead that a person marked as spam', async () => {
    const id = await storeNextLead()
    await sendLeadForm(id, { action: 'spam' })

    const html = await showLead(id)

    expect(html).toContain(messages.OperatorLeads.heldBackByHand)
    expect(html).not.toContain('score')
  })

  it.each([
    { body: { stage: 'contacted' }, once: 'saved', again: 'saved_already' },
    { body: { owner: 'Zoë' }, once: 'saved', again: 'saved_already' },
    {
      body: { note: 'Called back', note_id: randomUUID() },
      once: 'saved',
      again: 'saved_already',
    },
    {
      body: { action: 'spam' },
      once: 'marked_spam',
      again: 'marked_already',
    },
  ])('answers $body with $once, then $again', async ({ body, once, again }) => {
    const id = await storeNextLead()

    const first = await sendJson(id, body)
    const second = await sendJson(id, body)

    expect(first).toEqual({ status: 200, body: { result: once } })
    expect(second).toEqual({ status: 200, body: { result: again } })
  })

  it('releases a lead from quarantine once', async () => {
    const id = await saveQuarantined(['honeypot'])
    await sendJson(id, { action: 'release' })

    const again = await sendJson(id, { action: 'release' })

    expect(again).toEqual({ status: 200, body: { result: 'not_quarantined' } })
  })

  it('retries no delivery of a lead in quarantine', async () => {
    const id = await saveQuarantined(['honeypot'])

    const { body } = await sendJson(id, { action: 'retry' })

    expect(body).toEqual({ result: 'quarantined' })
  })

  it('retries no delivery of a lead without one', async () => {
    const id = await storeNextLead()

    const { body } = await sendJson(id, { action: 'retry' })

    expect(body).toEqual({ result: 'nothing_to_deliver' })
  })

  /** Returns what happened to a lead, as `kind operator detail`. */
  async function recordedFor(id: string) {
    const history = await historyOf(id)
    return history.map(({ kind, operator, detail }) =>
      [kind, operator, detail].join(' ').trim(),
    )
  }

  it('is recorded once if it is repeated', async () => {
    const id = await saveQuarantined(['honeypot', 'many_links'])

    await sendJson(id, { action: 'release' })
    await sendJson(id, { action: 'release' })

    expect(await recordedFor(id)).toEqual([
      'released alice honeypot,many_links',
    ])
  })

  it('changes the stage and the owner', async () => {
    const id = await storeNextLead()

    await sendJson(id, { stage: 'contacted' })
    await sendJson(id, { owner: 'Zoë' })

    expect(await findStored(id)).toMatchObject({
      stage: 'contacted',
      status: 'handled',
      owner: 'Zoë',
    })
    expect(await recordedFor(id)).toEqual([
      'staged alice contacted',
      'assigned alice Zoë',
    ])
  })

  it('adds a new owner to the list of owners', async () => {
    const owner = `Zoë ${randomUUID()}`

    await sendJson(await storeNextLead(), { owner })

    expect(await listOwners()).toContain(owner)
  })

  it('removes the owner', async () => {
    const id = await storeNextLead()
    await sendJson(id, { owner: 'Zoë' })

    await sendJson(id, { owner: '' })

    expect((await findStored(id)).owner).toBeNull()
    expect(await recordedFor(id)).toEqual([
      'assigned alice Zoë',
      'assigned alice',
    ])
  })

  it('adds a note once if it is repeated', async () => {
    const id = await storeNextLead()
    const noted = { note: 'Called back', note_id: randomUUID() }

    await sendJson(id, noted)
    await sendJson(id, noted)

    expect((await findStored(id)).notes).toMatchObject([
      { operator: 'alice', text: 'Called back' },
    ])
  })

  it('marks a lead as spam', async () => {
    const id = await storeNextLead()

    await sendJson(id, { action: 'spam' })

    expect((await findStored(id)).quarantine).toBe('marked')
    expect(await recordedFor(id)).toEqual(['spam alice'])
  })

  it('finds the lead by its reference', async () => {
    const id = await storeNextLead()

    const saved = await sendJson(referenceOf(id), { owner: 'Zoë' })

    expect(saved).toEqual({ status: 200, body: { result: 'saved' } })
    expect((await findStored(id)).owner).toBe('Zoë')
  })

  it('refuses part of a lead’s id', async () => {
    const id = await storeNextLead()

    const { status } = await sendJson(id.slice(0, 3), { action: 'erase' })

    expect(status).toBe(404)
  })

  it.each(['a', '..x'])('refuses the id %s', async (id) => {
    const { status } = await sendJson(id, { action: 'erase' })

    expect(status).toBe(404)
  })

  it.each([
    ['an owner that is not a text', { owner: 1 }],
    ['an owner that is too long', { owner: 'x'.repeat(101) }],
    ['a reminder that is not a day', { reminder: 'soon' }],
  ])('refuses %s', async (_, body) => {
    const refused = await sendJson(await storeNextLead(), body)

    expect(refused.status).toBe(422)
    expect(refused.body.error.code).toBe('invalid_fields')
    expect(Object.keys(refused.body.error.fields)).toEqual(Object.keys(body))
  })

  it('adds no note to a lead that is gone', async () => {
    expect(
      await changeLead(randomUUID(), operator, {
        note: {
          text: 'Of a lead that is gone',
        },
      }),
    ).toBe(false)
  })

  it('is recorded at most once per hour if it only reads', async () => {
    const id = await storeNextLead()
    for (const time of ['09:00', '09:59', '10:00']) {
      vi.useFakeTimers({
        toFake: ['Date'],
        now: Date.parse(`2026-11-22T${time}:00Z`),
      })
      await Promise.all([recordRead(id, 'alice'), recordRead(id, 'alice')])
    }
    await recordRead(id, 'bob')
    vi.useRealTimers()
    const reads = (await historyOf(id)).map(
      ({ kind, operator }) => `${kind} ${operator}`,
    )

    expect(reads.toSorted()).toEqual(['read alice', 'read alice', 'read bob'])
  })
})

describe('an action on several leads', () => {
  const won = { action: 'stage', stage: 'won' }

  it('changes each of them', async () => {
    const ids = [await storeNextLead(), await storeNextLead()]

    await sendListForm(won, ids)
    await sendListForm({ action: 'assign', owner: 'Zoé' }, ids)

    for (const id of ids)
      expect(await findStored(id)).toMatchObject({ stage: 'won', owner: 'Zoé' })
  })

  it('returns to the filtered list', async () => {
    const ids = [await storeNextLead(), await storeNextLead()]

    const back = await sendListForm({ ...won, list: 'stage=new' }, ids)

    expect(back.pathname).toBe('/fr/operator/leads')
    expect(back.search).toBe('?stage=new&done=changed&leads=2')
  })

  it('counts only the leads that it has changed', async () => {
    const id = await saveQuarantined(['flood'])
    const ids = [id, await storeNextLead()]

    const back = await sendListForm({ action: 'release' }, ids)

    expect(back.searchParams.get('leads')).toBe('1')
    expect((await findStored(id)).quarantine).toBeNull()
  })

  it('asks to select a lead if none is selected', async () => {
    expect(resultOf(await sendListForm(won))).toBe('none_selected')
  })

  it('tells a program how many leads it has changed', async () => {
    const ids = [await storeNextLead(), await storeNextLead()]

    const first = await sendListJson({ ...won, ids })
    const again = await sendListJson({ ...won, ids })

    expect(first).toEqual({ changed: 2 })
    expect(again).toEqual({ changed: 0 })
  })
})

describe('erasing a person', () => {
  /** Stores leads and conversations that name an address, or a similar one. */
  async function storePerson() {
    const email = `Eve-${randomUUID()}@bank.example`
    const other = await storeNextLead({
      email: `x${email}`,
      message: `Not ${email}`,
    })
    const ids = [
      await storeNextLead({ email }),
      await storeNextLead({ email: email.toLowerCase() }),
    ]
    const sessions = {
      own: randomUUID(),
      second: randomUUID(),
      leadless: randomUUID(),
      alike: randomUUID(),
      longer: randomUUID(),
    }
    for (const sessionId of Object.values(sessions)) {
      await saveMemory(sessionId, {
        language: 'en',
        lastFacts: [],
        suggested: [],
        hasContactDetails: true,
      })
    }
    await storeChatLead({ sessionId: sessions.own, email })
    await storeChatLead({
      sessionId: sessions.second,
      message: `Or to ${email}.`,
      email: 'first@bank.example',
    })
    const questions = {
      leadless: `My address is ${email}`,
      alike: `Or j${email}`,
      longer: `Or ${email}.au, ${email}-x`,
    }
    for (const [name, question] of Object.entries(questions))
      await saveExchange(sessions[name as keyof typeof questions], {
        question,
        answer: 'Noted.',
      })
    for (const id of [...ids, other]) await recordRead(id, operator)
    return {
      email,
      ids,
      other,
      sessions,
      first: await findStored(ids[0] ?? ''),
    }
  }

  it('covers an address’s leads and the conversations that name it', async () => {
    const { email, first, sessions } = await storePerson()
    const { own, second, leadless } = sessions

    const traces = await tracesOf(first)

    expect(traces.leads).toHaveLength(4)
    expect(traces.sessions.toSorted()).toEqual(
      [own, second, leadless].toSorted(),
    )
    expect(await findTraces(` ${email} `)).toEqual(traces)
  })

  it('finds nothing for a blank address', async () => {
    expect(await findTraces(' ')).toEqual({
      leads: [],
      sessions: [],
      notes: [],
    })
  })

  it('deletes an address’s leads and conversations, and nothing else', async () => {
    const { email, ids, other, first, sessions } = await storePerson()

    const outcome = await applyLeadAction(first, operator, { action: 'erase' })

    expect(outcome).toEqual({ result: 'erased', deleted: 4 })
    for (const id of ids) {
      expect(await findLead(id)).toBeNull()
      expect(await historyOf(id)).toEqual([])
    }
    expect(await findLead(other)).not.toBeNull()
    const left = await selectColumn(
      'SELECT sessionId FROM ChatMessage WHERE content LIKE ?',
      `%${email.slice(4)}%`,
    )
    expect(left.toSorted()).toEqual(
      [sessions.alike, sessions.longer].toSorted(),
    )
  })

  it('also finds the straight spelling of a typographic apostrophe', async () => {
    const word = randomUUID()
    const ids = [
      await storeNextLead({ email: `o’neill-${word}@bank.example` }),
      await storeNextLead({ email: `o'neill-${word}@bank.example` }),
    ]

    const typographic = await findTraces(`o’neill-${word}@bank.example`)
    const straight = await findTraces(` ｏ'neill-${word}＠bank.example`)

    expect(typographic.leads.toSorted()).toEqual(ids.toSorted())
    expect(straight.leads).toEqual(ids.slice(1))
  })

  it.each(['bücher', 'BÜCHER', 'xn--bcher-kva'])(
    'finds every spelling of a domain by its spelling %s',
    async (typed) => {
      const name = randomUUID()
      const ids = [
        await storeNextLead({ email: `${name}@bücher.example` }),
        await storeNextLead({ email: `${name}@BÜCHER.example` }),
        await storeNextLead({ email: `${name}@xn--bcher-kva.example` }),
      ]

      const { leads } = await findTraces(`${name}@${typed}.example`)

      expect(leads.toSorted()).toEqual(ids.toSorted())
    },
  )

  describe('of which only a conversation without an address is known', () => {
    /** Stores the leads of two such conversations. */
    async function storeAnonymous() {
      const id = await storeChatLead({ sessionId: randomUUID() })
      const other = await storeChatLead({ sessionId: randomUUID() })
      return { id, other }
    }

    it('asks for confirmation', async () => {
      const { id } = await storeAnonymous()

      const page = await showLead(id, { step: 'erase' })

      expect(page).toContain(words.erase.confirm)
    })

    it('deletes only that lead', async () => {
      const { id, other } = await storeAnonymous()

      const erased = await sendLeadForm(id, { action: 'erase', list: 'q=x' })

      expect(erased.pathname).toBe('/fr/operator/leads')
      expect(erased.search).toBe('?q=x&done=erased&leads=1')
      expect(await findLead(id)).toBeNull()
      expect(await findLead(other)).not.toBeNull()
    })

    it('says after a double click that the lead is gone', async () => {
      const { id } = await storeAnonymous()
      await sendLeadForm(id, { action: 'erase' })

      const again = await sendLeadForm(id, { action: 'erase' })

      expect(resultOf(again)).toBe('gone')
    })
  })

  it('is not offered for an address about which nothing is stored', async () => {
    const email = `${randomUUID()}@bank.example`

    const list = await showList({ q: email, step: 'erase' })

    expect(list).toContain(words.erase.nothing.replace('{email}', email))
    expect(list).not.toContain(words.erase.confirm)
  })

  /** Stores a conversation that names an address, without a lead. */
  async function storeLeadless() {
    const [email, sessionId] = [`${randomUUID()}@bank.example`, randomUUID()]
    const question = `Write to ${email}`
    await saveExchange(sessionId, { question, answer: 'Noted.' })
    return { email, sessionId }
  }

  it('is offered for a searched address even if no lead has it', async () => {
    const { email } = await storeLeadless()

    const list = await showList({ q: email })

    expect(list).toContain(words.erase.address.replace('{email}', email))
  })

  it('asks for confirmation even if no lead has the address', async () => {
    const { email } = await storeLeadless()

    const list = await showList({ q: email, step: 'erase' })

    expect(list).toContain(words.erase.confirm)
  })

  it('deletes the conversations of an address that no lead has', async () => {
    const { email, sessionId } = await storeLeadless()

    await sendListForm({ action: 'erase', email })

    const select = 'SELECT id FROM ChatMessage WHERE sessionId = ?'
    expect(await runSql(select, sessionId)).toEqual([])
  })
})
