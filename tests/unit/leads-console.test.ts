import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { POST as bulk } from '@/app/api/operator/leads/route'
import { POST as signIn } from '@/app/api/operator/session/route'
import { Health } from '@/components/operator/health'
import { LeadList } from '@/components/operator/leads/lead-list'
import { LeadPage, loadLead } from '@/components/operator/leads/lead-page'
import { saveExchange, saveMemory } from '@/lib/chatbot/conversation-store'
import { leadAction } from '@/lib/console/leads/action-handler'
import { applyLeadAction, tracesOf } from '@/lib/console/leads/actions'
import {
  exportParameters,
  packFilters,
  readListQuery,
} from '@/lib/console/leads/list-query'
import { loadLeadList } from '@/lib/console/leads/load-list'
import { loadHealth } from '@/lib/console/overview'
import { findRefusedFields } from '@/lib/console/refused-form'
import { dayMs } from '@/lib/durations'
import { changeEnvironment } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { officeDay } from '@/lib/i18n/offices'
import { changeLead } from '@/lib/leads/change-store'
import { listOwners } from '@/lib/leads/conditions-store'
import { referenceOf } from '@/lib/leads/contact-fields'
import { findTraces } from '@/lib/leads/erase-store'
import { historyOf, recordEvent, recordRead } from '@/lib/leads/history-store'
import { findLead, listLeads, type StoredLead } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { proxyMismatch } from '@/lib/process-state'
import { cookieOf, keys, siteRequest } from '../support/attestations'
import { catalog } from '../support/catalog'
import { runSql, selectColumn } from '../support/database'
import { forgetLeads, storeLead } from '../support/delivery'
import { storeChatLead } from '../support/leads'
import { renderIn } from '../support/render'
import { webhookSettings } from '../support/sinks'

const operator = 'alice'
const messages = await loadMessages('en')
const { OperatorLeads: words } = messages

async function save(
  changes: Record<string, string> = {},
  quarantine?: string[],
) {
  return (await storeLead(changes, quarantine && { score: 150, quarantine })).id
}

async function lead(id: string): Promise<StoredLead> {
  const found = await findLead(id)
  if (!found) throw new Error(`There is no lead ${id}.`)
  return found
}

// A day on which a reminder may be set.
const soon = officeDay(new Date(Date.now() + 7 * dayMs))

const listAddress = '/api/operator/leads'

/** Sends an action like an API client. Returns the answer's status and body. */
async function sendJson(id: string, body: object) {
  const answer = await leadAction(
    siteRequest('POST', `${listAddress}/${id}`, { key: keys.alice, body }),
  )
  return [answer.status, await answer.json()]
}

const session = cookieOf(
  await signIn(
    siteRequest('POST', '/api/operator/session', { body: { key: keys.alice } }),
  ),
)

/**
 * Submits a form from a lead's page or, without an id, from the list. Returns
 * the address that the answer redirects to.
 */
async function sendForm(
  id: string,
  fields: [string, string][] | object = {},
  cookie = session,
) {
  const headers = {
    Accept: 'text/html',
    Referer: `http://localhost:3000/fr/operator/leads/${id}`,
  }
  const body = new URLSearchParams(fields as Record<string, string>)
  body.set('language', 'fr')
  const address = id ? `${listAddress}/${id}` : listAddress
  const answer = await (id ? leadAction : bulk)(
    siteRequest('POST', address, { cookie, headers, body }),
  )
  return new URL(answer.headers.get('location') ?? '', 'http://localhost:3000')
}

const resultOf = ({ searchParams }: URL) =>
  searchParams.get('done') ?? searchParams.get('problem')

async function showLead(id: string, query: Record<string, string> = {}) {
  const loaded = await loadLead({ id, locale: 'en', operator, query })
  return renderIn('en', messages, createElement(LeadPage, { loaded, query }))
}

async function showList(query: Record<string, string> = {}) {
  return renderIn(
    'en',
    messages,
    createElement(LeadList, {
      loaded: await loadLeadList({ operator, query }),
      query,
    }),
  )
}

describe('an action on a lead', () => {
  it('says that a released lead is not sent again once it was delivered', async () => {
    const id = await save()
    const insert =
      "INSERT INTO Delivery (leadId, channel, queuedAt, deliveredAt, attempts) VALUES (?, 'webhook', ?, ?, 1)"
    const at = '2026-01-01T00:00:00.000+00:00'
    await runSql(insert, id, at, at)
    changeEnvironment(webhookSettings({ port: 1 }))
    await sendForm(id, { action: 'spam' })

    const released = await sendForm(id, { action: 'release' })
    changeEnvironment({ LEADS_WEBHOOK_URL: '' })

    expect(resultOf(released)).toBe('released_unsent')
    expect((await lead(id)).quarantine).toBeNull()
  })

  it('says that a released lead is being delivered if a channel lacks it', async () => {
    const id = await save({}, ['flood'])
    changeEnvironment(webhookSettings({ port: 1 }))

    const released = await sendForm(id, { action: 'release' })
    changeEnvironment({ LEADS_WEBHOOK_URL: '' })

    expect(resultOf(released)).toBe('released')
  })

  it('does not blame the spam score for a lead that a person marked as spam', async () => {
    const id = await save()
    await sendForm(id, { action: 'spam' })

    const html = await showLead(id)

    expect(html).toContain(messages.OperatorLeads.heldBackByHand)
    expect(html).not.toContain('score')
  })

  it('reports no change if it is repeated or there is nothing to do', async () => {
    const id = await save({}, ['honeypot'])
    const cases: { body: object; results: string[] }[] = [
      { body: { action: 'retry' }, results: ['quarantined'] },
      {
        body: { action: 'release' },
        results: ['released_unsent', 'not_quarantined'],
      },
      { body: { action: 'retry' }, results: ['nothing_to_deliver'] },
      { body: { stage: 'contacted' }, results: ['saved', 'saved_already'] },
      { body: { owner: 'Zoë' }, results: ['saved', 'saved_already'] },
      {
        body: { note: 'Called back', note_id: randomUUID() },
        results: ['saved', 'saved_already'],
      },
      { body: { action: 'spam' }, results: ['marked_spam', 'marked_already'] },
    ]

    for (const { body, results } of cases) {
      for (const result of results)
        expect(await sendJson(id, body), JSON.stringify(body)).toEqual([
          200,
          { result },
        ])
    }
  })

  it('changes the lead and is recorded once', async () => {
    const id = await save({}, ['honeypot', 'many_links'])
    const owner = `Zoë ${randomUUID()}`
    const noted = { note: 'Called back', note_id: randomUUID() }

    for (const body of [
      { action: 'release' },
      { stage: 'contacted' },
      { owner },
      noted,
      { action: 'spam' },
    ]) {
      await sendJson(id, body)
      await sendJson(id, body)
    }

    expect(await lead(id)).toMatchObject({
      status: 'handled',
      stage: 'contacted',
      owner,
      quarantine: 'marked',
      notes: [{ operator: 'alice', text: 'Called back' }],
    })
    expect(await listOwners()).toContain(owner)
    expect(await sendJson(referenceOf(id), { owner: '' })).toEqual([
      200,
      { result: 'saved' },
    ])

    const history = (await historyOf(id)).map(({ kind, operator, detail }) =>
      [kind, operator, detail].join(' ').trim(),
    )
    const changes = [
      'staged alice contacted',
      `assigned alice ${owner}`,
      'spam alice',
      'assigned alice',
    ]
    expect(history).toEqual(['released alice honeypot,many_links', ...changes])
  })

  it('refuses part of a lead’s id', async () => {
    const id = await save()
    for (const other of [id.slice(0, 3), 'a', '..x'])
      expect((await sendJson(other, { action: 'erase' }))[0]).toBe(404)
  })

  it('refuses invalid fields', async () => {
    const id = await save()
    const problem = {
      error: { code: 'invalid_fields', fields: { owner: ['invalid'] } },
    }

    expect(await sendJson(id, { owner: 1 })).toEqual([422, problem])
    expect((await sendJson(id, { owner: 'x'.repeat(101) }))[0]).toBe(422)
    expect((await sendJson(id, { reminder: 'soon' }))[0]).toBe(422)
  })

  it('adds no note to a lead that is gone', async () => {
    expect(
      await changeLead(randomUUID(), {}, {}, operator, {
        text: 'Of a lead that is gone',
      }),
    ).toBe(false)
  })

  it('changes several leads at once and returns to the filtered list', async () => {
    const ids = [
      await save({}, ['flood']),
      await save({}, ['flood']),
      await save(),
    ]
    const form = (action: string, chosen = ids) => {
      const fields = {
        owner: 'Zoé',
        stage: 'won',
        list: 'state=quarantined',
        action,
      }
      return sendForm('', [
        ...Object.entries(fields),
        ...chosen.map((id): [string, string] => ['id', id]),
      ])
    }
    const handled = await form('stage')
    expect(handled.pathname + handled.search).toBe(
      '/fr/operator/leads?state=quarantined&done=changed&leads=3',
    )
    expect((await form('release')).searchParams.get('leads')).toBe('2')

    await form('assign')
    for (const id of ids)
      expect(await lead(id)).toMatchObject({
        stage: 'won',
        owner: 'Zoé',
        quarantine: null,
      })
    expect(resultOf(await form('stage', []))).toBe('none_selected')

    const answer = await bulk(
      siteRequest('POST', listAddress, {
        key: keys.alice,
        body: { action: 'stage', stage: 'won', ids },
      }),
    )
    expect(await answer.json()).toEqual({ changed: 0 })
  })

  it('is recorded at most once per hour if it only reads', async () => {
    const id = await save()
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

describe('the lead form', () => {
  const read = {
    previous_stage: 'new',
    previous_owner: '',
    previous_reminder: '',
  }
  const typed = (fields: object) => ({
    note: '',
    stage: 'new',
    owner: '',
    reminder: '',
    ...read,
    ...fields,
  })

  it('keeps the list’s filters in the redirect after an action', async () => {
    const id = await save({}, ['flood'])
    const list = 'stage=new&q=bank'

    const back = await sendForm(id, { ...typed({}), action: 'release', list })

    expect(back.pathname).toBe(`/fr/operator/leads/${id}`)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      done: 'released_unsent',
      list,
    })
  })

  /** Releases a lead with changes to its other fields. */
  async function releaseChanged() {
    const id = await save({}, ['flood'])
    const changes = { note: 'A\nB', reminder: soon, stage: 'qualified' }
    await sendForm(id, { ...typed(changes), action: 'release' })
    return id
  }

  it('saves the other fields when it releases the lead', async () => {
    const id = await releaseChanged()

    expect(await lead(id)).toMatchObject({
      notes: [{ text: 'A\nB', operator: 'alice' }],
      remindOn: soon,
      stage: 'qualified',
      owner: null,
    })
  })

  it('saves the other fields once when an operator takes the lead', async () => {
    const id = await releaseChanged()
    const taken = typed({
      stage: 'qualified',
      previous_stage: 'qualified',
      previous_reminder: soon,
      action: 'take',
    })

    expect(resultOf(await sendForm(id, taken))).toBe('saved')

    expect(await lead(id)).toMatchObject({
      notes: [{ text: 'A\nB' }],
      remindOn: null,
      owner: 'alice',
    })
    const unchanged = { ...taken, owner: 'alice', previous_owner: 'alice' }
    expect(resultOf(await sendForm(id, unchanged))).toBe('saved_already')
    const kinds = (await historyOf(id)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual([
      'assigned',
      'released',
      'reminded',
      'reminded',
      'staged',
    ])
  })

  it('keeps every note of operators who save at the same time', async () => {
    const id = await save()
    const stale = await lead(id)
    const texts = ['One', 'Two', 'Three']

    const saved = await Promise.all(
      texts.map((note) =>
        applyLeadAction(stale, operator, { action: 'save', note }),
      ),
    )

    expect(saved.map(({ result }) => result)).toEqual(Array(3).fill('saved'))
    const { notes } = await lead(id)
    const [searchText] = await selectColumn(
      'SELECT searchText FROM Lead WHERE id = ?',
      id,
    )
    expect(notes.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
    for (const text of texts) expect(searchText).toContain(text.toLowerCase())
  })

  /** Returns the fields with which a lead's page sends a note. */
  async function noteOnPage(id: string, note: string) {
    const hidden = (await showLead(id)).matchAll(
      /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
    )
    const fields = [...hidden].map(([, name, value]) => [name, value])
    return { ...Object.fromEntries(fields), note }
  }

  it('stores a note once if it is sent twice', async () => {
    const id = await save()
    const sent = await noteOnPage(id, 'Called back')

    await Promise.all([sendForm(id, sent), sendForm(id, sent)])

    expect((await lead(id)).notes).toHaveLength(1)
  })

  it('stores a note once if the operator goes back and saves again', async () => {
    const id = await save()

    await sendForm(id, await noteOnPage(id, 'Called back'))
    const again = await sendForm(id, await noteOnPage(id, 'Called back'))

    expect(resultOf(again)).toBe('saved_already')
    expect((await lead(id)).notes).toHaveLength(1)
  })

  it('stores the same note again ten minutes later or for another operator', async () => {
    const id = await save()
    const call = { text: 'No answer' }
    const before = Date.now() - 10 * 60_000
    vi.useFakeTimers({ toFake: ['Date'], now: before })
    await changeLead(id, {}, {}, operator, call)
    vi.useRealTimers()

    await changeLead(id, {}, {}, operator, call)
    await changeLead(id, {}, {}, 'bob', call)

    const writers = (await lead(id)).notes.map((note) => note.operator)
    expect(writers).toEqual([operator, operator, 'bob'])
  })

  it('stores a second note sent from the same page', async () => {
    const id = await save()

    await sendForm(id, await noteOnPage(id, 'Called back'))
    await sendForm(id, await noteOnPage(id, 'Sent terms'))

    const texts = (await lead(id)).notes.map(({ text }) => text)
    expect(texts).toEqual(['Called back', 'Sent terms'])
  })

  it('still lists a note that the previous version wrote', async () => {
    const id = await save()
    await runSql("UPDATE Lead SET note = 'Of before' WHERE id = ?", id)
    expect(await showLead(id)).toContain('Of before')

    await sendForm(id, typed({ note: 'And now' }))

    const { note, notes } = await lead(id)
    expect(note).toBe('And now')
    expect(notes.map(({ text }) => text)).toEqual(['Of before', 'And now'])
  })

  it('does not overwrite another operator’s change and keeps the input', async () => {
    const id = await save()
    await changeLead(id, { owner: 'Bob', stage: 'won' }, {}, 'bob')
    for (const changes of [{ owner: 'Zoé' }, { stage: 'lost' }]) {
      const fields = typed({ ...changes, note: 'Typed & <b>' })
      const back = await sendForm(id, fields)
      expect(resultOf(back)).toBe('changed')
      expect(
        await findRefusedFields(back.searchParams.get('draft') ?? undefined),
      ).toMatchObject({ note: 'Typed & <b>', ...changes })
      expect(await lead(id)).toMatchObject({
        owner: 'Bob',
        stage: 'won',
        notes: [],
      })
    }
    // Expects no conflict for fields that only the other operator changed.
    expect(resultOf(await sendForm(id, typed({ reminder: soon })))).toBe(
      'saved',
    )
    expect(await lead(id)).toMatchObject({
      owner: 'Bob',
      stage: 'won',
      remindOn: soon,
    })

    const stale = { owner: 'Zoé', previous_owner: '' }
    expect(await sendJson(id, stale)).toEqual([
      409,
      { error: { code: 'lead_changed' } },
    ])
  })

  it('reports a conflict with the operator’s own change in another tab', async () => {
    const id = await save()
    const { email } = await lead(id)
    const shown = typed({ previous_email: email })
    await sendForm(id, { ...shown, owner: 'Bob', email: 'a@bank.example' })

    const owner = await sendForm(id, { ...shown, owner: 'Zoé' })
    const address = await sendForm(id, { ...shown, email: 'b@bank.example' })

    expect(resultOf(owner)).toBe('changed_by_you')
    expect(resultOf(address)).toBe('changed_by_you')
  })

  it('reports a conflict with someone else’s change, even after an own change', async () => {
    const id = await save()
    await changeLead(id, { owner: 'Bob' }, {}, 'bob')
    await changeLead(id, { stage: 'won' }, {}, operator)

    const back = await sendForm(id, typed({ owner: 'Zoé' }))

    expect(resultOf(back)).toBe('changed')
  })

  it.each([
    ['0001-01-01', 'past_date'],
    [officeDay(new Date(Date.now() - 2 * dayMs)), 'past_date'],
    ['9999-12-31', 'distant_date'],
  ])('refuses the reminder %s', async (reminder, code) => {
    const id = await save()

    const answer = await sendJson(id, { reminder })

    const fields = { reminder: [code] }
    expect(answer).toEqual([422, { error: { code: 'invalid_fields', fields } }])
  })

  it('saves a lead whose reminder is past', async () => {
    const id = await save()
    await changeLead(id, { remindOn: '2020-01-01' }, {}, operator)
    const past = { reminder: '2020-01-01', previous_reminder: '2020-01-01' }

    const moved = { ...past, reminder: officeDay(), note: 'Postponed' }

    expect(
      resultOf(await sendForm(id, typed({ ...past, note: 'Later' }))),
    ).toBe('saved')
    expect(resultOf(await sendForm(id, typed(moved)))).toBe('saved')
  })

  it('does not take a lead that someone else has taken since', async () => {
    const id = await save()
    await changeLead(id, { owner: 'Bob' }, {}, 'bob')

    const taken = await sendForm(id, typed({ action: 'take' }))

    expect(resultOf(taken)).toBe('changed')
    expect(await lead(id)).toMatchObject({ owner: 'Bob' })
  })

  it('corrects contact details and shows what changed', async () => {
    const id = await save({ name: 'Jon Smit', phone: '+33 1 99 00 12 34' })
    const { email } = await lead(id)
    const contact = { name: 'John Smith', previous_name: 'Jon Smit' }
    const address = `john-${randomUUID()}@bank.example`

    const fields = { ...contact, email: address, previous_email: email }
    expect(resultOf(await sendForm(id, fields))).toBe('saved')

    expect(await lead(id)).toMatchObject({
      name: 'John Smith',
      email: address,
    })
    const { name: label } = catalog('en').ContactForm
    expect(await showLead(id)).toContain(
      `${label} changed from Jon Smit to John Smith by alice`,
    )
    const found = await listLeads(leadQuerySchema.parse({ q: address }))
    expect(found.map((each) => each.id)).toEqual([id])
    expect((await findTraces(email)).leads).toEqual([id])
  })

  it('refuses an invalid correction but not an invalid value that stays', async () => {
    const id = await save()
    await runSql("UPDATE Lead SET email = 'old@invalid' WHERE id = ?", id)
    const unchanged = { email: 'old@invalid', previous_email: 'old@invalid' }
    const invalid = { ...unchanged, email: 'new@invalid' }

    expect(resultOf(await sendForm(id, invalid))).toBe('invalid')
    expect(
      resultOf(await sendForm(id, typed({ ...unchanged, note: 'x' }))),
    ).toBe('saved')
  })

  it('names the fields of an invalid correction and keeps what was typed', async () => {
    const id = await save()
    const invalid = { email: 'jane@bank', phone: '12', reminder: '2026-02-30' }

    const back = await sendForm(id, typed({ ...invalid, owner: 'Zoé' }))
    const page = await showLead(id, Object.fromEntries(back.searchParams))

    const { errors } = words.form
    for (const [name, code] of [
      ['email', 'invalid_email'],
      ['phone', 'invalid_phone'],
      ['reminder', 'invalid_date'],
    ] as const) {
      expect(page).toContain(`href="#${name}"`)
      expect(page).toContain(`id="${name}-error">${errors[code]}<`)
    }
    for (const value of ['jane@bank', '12', '2026-02-30', 'Zoé'])
      expect(page).toContain(`value="${value}"`)
    expect(page).not.toContain('href="#owner"')
  })

  it('returns the errors of a correction to a program', async () => {
    const id = await save()

    const answer = await sendJson(id, { company: 'x'.repeat(201) })

    const fields = { company: ['too_long'] }
    expect(answer).toEqual([422, { error: { code: 'invalid_fields', fields } }])
  })

  it('marks a new lead as contacted when the next lead is opened', async () => {
    const id = await save()

    await sendForm(id, { ...typed({}), action: 'next', list: 'stage=new' })

    expect(await lead(id)).toMatchObject({ stage: 'contacted' })
  })

  const nextOf = (company: string) => ({
    ...typed({}),
    action: 'next',
    list: `q=${company}&stage=new`,
  })

  it('opens the next lead of the list', async () => {
    const company = randomUUID()
    const last = await save({ company })
    const first = await save({ company })

    const opened = await sendForm(first, nextOf(company))

    expect(opened.pathname).toBe(`/fr/operator/leads/${last}`)
    expect(resultOf(opened)).toBe('saved_next')
  })

  it('returns to the list after its last lead', async () => {
    const company = randomUUID()
    const last = await save({ company })

    const ended = await sendForm(last, nextOf(company))

    expect(ended.pathname).toBe('/fr/operator/leads')
    expect(resultOf(ended)).toBe('saved_last')
  })

  it('restores the input after signing in if the session has ended', async () => {
    const id = await save()
    const away = await sendForm(
      id,
      typed({ note: 'Typed', owner: 'Zoé' }),
      'operator_session=ended',
    )
    expect(away.pathname).toBe('/fr/operator')

    const wanted = new URL(
      away.searchParams.get('to') ?? '',
      'http://localhost:3000',
    )
    expect(wanted.pathname).toBe(`/fr/operator/leads/${id}`)

    const page = await showLead(id, Object.fromEntries(wanted.searchParams))
    const owner = /name="owner"[^>]*value="Zoé"|value="Zoé"[^>]*name="owner"/
    for (const shown of [
      /<textarea[^>]*name="note"[^>]*>Typed<\/textarea>/,
      owner,
      words.problems.signed_out,
    ])
      expect(page).toMatch(shown)

    expect((await lead(id)).notes).toEqual([])
  })

  const longestNote = '金'.repeat(5000)

  it('saves a note of the maximum length', async () => {
    const id = await save()

    const answer = await sendForm(id, typed({ note: longestNote }))

    expect(resultOf(answer)).toBe('saved')
  })

  it('preserves a note that is too long as a draft', async () => {
    const id = await save()

    const tooLong = await sendForm(id, typed({ note: `${longestNote}x` }))

    expect(resultOf(tooLong)).toBe('invalid')
    expect(
      (await findRefusedFields(tooLong.searchParams.get('draft') ?? undefined))
        ?.note,
    ).toHaveLength(5001)
  })
})

describe('erasing a person', () => {
  /** Stores leads and conversations that name an address, or a similar one. */
  async function storePerson() {
    const email = `Eve-${randomUUID()}@bank.example`
    const other = await save({ email: `x${email}`, message: `Not ${email}` })
    const ids = [
      await save({ email }),
      await save({ email: email.toLowerCase() }),
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
    return { email, ids, other, sessions, first: await lead(ids[0] ?? '') }
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
      await save({ email: `o’neill-${word}@bank.example` }),
      await save({ email: `o'neill-${word}@bank.example` }),
    ]

    expect(
      (await findTraces(`o’neill-${word}@bank.example`)).leads.toSorted(),
    ).toEqual(ids.toSorted())
    expect((await findTraces(` ｏ'neill-${word}＠bank.example`)).leads).toEqual(
      ids.slice(1),
    )
  })

  it('deletes only the lead itself if it has no address', async () => {
    const [sessionId, kept] = [randomUUID(), randomUUID()]
    for (const each of [sessionId, kept])
      await storeChatLead({ sessionId: each })
    const find = (session: string) =>
      selectColumn(
        'SELECT id FROM Lead WHERE idempotencyKey = ?',
        `chat:${session}`,
      )
    const [id = ''] = await find(sessionId)
    expect(await showLead(id, { step: 'erase' })).toContain(words.erase.confirm)

    const erased = await sendForm(id, { action: 'erase', list: 'q=x' })
    expect(erased.pathname + erased.search).toBe(
      '/fr/operator/leads?q=x&done=erased&leads=1',
    )
    // Simulates a double click.
    expect((await sendForm(id, { action: 'erase' })).search).toBe(
      '?problem=gone',
    )
    expect(await find(kept)).toHaveLength(1)
  })

  it('is not offered for an address about which nothing is stored', async () => {
    const email = `${randomUUID()}@bank.example`

    const list = await showList({ q: email, step: 'erase' })

    expect(list).toContain(words.erase.nothing.replace('{email}', email))
    expect(list).not.toContain(words.erase.confirm)
  })

  it('is offered for a searched address even if no lead has it', async () => {
    const [email, sessionId] = [`${randomUUID()}@bank.example`, randomUUID()]
    await saveExchange(sessionId, {
      question: `Write to ${email}`,
      answer: 'Noted.',
    })
    expect(await showList({ q: email })).toContain(
      words.erase.address.replace('{email}', email),
    )
    expect(await showList({ q: email, step: 'erase' })).toContain(
      words.erase.confirm,
    )

    await sendForm('', { action: 'erase', email })
    expect(
      await runSql('SELECT id FROM ChatMessage WHERE sessionId = ?', sessionId),
    ).toEqual([])
  })
})

describe('the console’s pages', () => {
  it('describe what happened to a lead', async () => {
    const id = await save()
    await recordEvent(id, {
      kind: 'attempted',
      channel: 'mail',
      detail: 'ECONNREFUSED',
    })
    await recordEvent(id, { kind: 'attempted', channel: 'ack', detail: null })
    await changeLead(id, { stage: 'won' }, {}, operator)
    for (const owner of ['Zoe', null])
      await changeLead(id, { owner }, {}, operator)
    for (const remindOn of ['2020-01-01', null, '2999-01-01'])
      await changeLead(id, { remindOn }, {}, operator)

    const page = await showLead(id)

    const { errors, channels, history } = words
    for (const event of [
      errors.port,
      history.delivered.replace('{way}', channels.ack),
      history.unassigned,
      history.notReminded,
      history.staged.replace('{stage}', words.stages.won),
      history.read,
    ])
      expect(page).toContain(event.replace('{operator}', operator))
  })

  it('do not reorder sentences about right-to-left names', async () => {
    const owner = 'דנה (Gulf)'
    const email = `שלום-${randomUUID()}@bank.example`
    const id = await save({ email })
    await changeLead(id, { owner }, {}, operator)

    expect(await showLead(id)).toContain(
      words.history.assigned
        .replace('{owner}', `\u2068${owner}\u2069`)
        .replace('{operator}', operator),
    )
    expect(await showList({ q: email })).toContain(
      words.erase.address.replace('{email}', `\u2068${email}\u2069`),
    )
  })

  it('give a lead’s reasons for quarantine, even after its release', async () => {
    const id = await save({}, ['honeypot', 'of_tomorrow'])
    const { done, reasons } = words

    const page = await showLead(id)
    for (const reason of [reasons.honeypot, 'of_tomorrow'])
      expect(page).toContain(reason)

    await applyLeadAction(await lead(id), operator, { action: 'release' })
    expect(await showLead(id, { done: 'released' })).toMatch(
      new RegExp(`${done.released}.*${reasons.honeypot}`, 's'),
    )
  })

  it('link to a lead’s telephone number and mailbox', async () => {
    const id = await save({ phone: '+33 (0)1 99 00 12 34' })

    const page = await showLead(id)

    expect(page).toContain('href="tel:+33199001234"')
    expect(page).toMatch(/href="mailto:[^"?]+\?subject=[^"]+%3A%20[0-9A-F]{8}"/)
  })

  it('ask before a lead is erased', async () => {
    const id = await save()

    expect(await showLead(id, { step: 'erase' })).toContain(words.erase.confirm)
  })

  it('explain that a lead no longer exists', async () => {
    await expect(showLead('00000000')).rejects.toMatchObject({
      digest: expect.stringContaining('problem=gone'),
    })
    expect(await showList({ problem: 'gone' })).toContain(words.problems.gone)
  })

  it('ignore an unknown outcome in their address', async () => {
    expect(await showList({ done: 'toString', problem: 'x' })).not.toContain(
      'class="outcome',
    )
  })

  it('explain why a list is empty', async () => {
    expect(await showList({ q: randomUUID() })).toContain(words.noneFound)
    expect(
      await showList({ since: '2026-02-01', until: '2026-01-01' }),
    ).toContain(words.reversed)
  })

  it('report a last day that is before the first', async () => {
    const list = await showList({ since: '2026-02-02', until: '2026-02-01' })

    expect(list).toContain(words.reversed)
  })

  it('name the filters whose value in the address is invalid', async () => {
    const id = await save()

    const list = await showList({ since: '20266-01-01', state: 'x', q: '' })

    const { filters } = words
    const named = `${filters.state} and ${filters.since}`
    expect(list).toContain(
      messages.Operator.invalidFilters.replace('{filters}', named),
    )
    expect(list).toContain(id)
  })

  it('offer only the actions that suit a lead', async () => {
    const button = /<button[^>]*value="(\w+)"/g
    const buttons = async (id: string) =>
      [...(await showLead(id)).matchAll(button)].map(([, name]) => name)
    expect(await buttons(await save({}, ['flood']))).toEqual([
      'save',
      'save',
      'next',
      'take',
      'release',
    ])

    const id = await save()
    await changeLead(id, { owner: operator }, {}, operator)
    expect(await buttons(id)).toEqual(['save', 'save', 'next', 'spam'])

    const insert =
      'INSERT INTO Delivery (leadId, channel, queuedAt, attempts, abandonedAt, lastError) VALUES'
    const at = '2026-01-01T00:00:00.000+00:00'
    await runSql(`${insert} (?, 'mail', ?, 3, ?, 'SMTP 550')`, id, at, at)
    changeEnvironment(webhookSettings({ port: 1 }))
    const offered = await buttons(id)
    changeEnvironment({ LEADS_WEBHOOK_URL: '' })

    expect(offered).toEqual(['save', 'save', 'next', 'retry', 'spam'])
    expect(await showLead(id)).toContain(words.errors.refused)
  })

  /** Stores two leads of a company that got mail but failed on the webhook. */
  async function savePartlyDelivered(company: string) {
    const at = '2026-01-01T00:00:00.000+00:00'
    const insert =
      'INSERT INTO Delivery (leadId, channel, queuedAt, deliveredAt, abandonedAt, lastError) VALUES'
    const ids = [await save({ company }), await save({ company })]
    for (const id of ids) {
      await runSql(`${insert} (?, 'mail', ?, ?, NULL, NULL)`, id, at, at)
      await runSql(
        `${insert} (?, 'webhook', ?, NULL, ?, 'HTTP 301 https://new.example/')`,
        id,
        at,
        at,
      )
    }
    return ids
  }

  it('show both outcomes of partly delivered leads', async () => {
    const company = randomUUID()
    const ids = await savePartlyDelivered(company)
    const { progress, deliveries, errors, channels, actions } = words
    changeEnvironment(webhookSettings({ port: 1 }))

    const list = await showList({ q: company })
    for (const text of [progress.abandoned, progress.delivered, actions.retry])
      expect(list).toContain(text)
    const page = await showLead(ids[0] ?? '')
    changeEnvironment({ LEADS_WEBHOOK_URL: '' })
    expect(page).toMatch(
      new RegExp(`${channels.mail}</dt><dd>${deliveries.delivered}`),
    )
    expect(page).toMatch(
      new RegExp(`${channels.webhook}</dt><dd>${deliveries.abandoned}`),
    )
    expect(page).toContain(
      `${errors.redirect} <code>HTTP 301 https://new.example/</code>`,
    )
  })

  it('retry the failed deliveries of several leads', async () => {
    const ids = await savePartlyDelivered(randomUUID())
    changeEnvironment(webhookSettings({ port: 1 }))

    const answer = await bulk(
      siteRequest('POST', listAddress, {
        key: keys.alice,
        body: { action: 'retry', ids },
      }),
    )
    changeEnvironment({ LEADS_WEBHOOK_URL: '' })
    expect(await answer.json()).toEqual({ changed: 2 })
    const waiting =
      "SELECT leadId FROM Delivery WHERE channel = 'webhook' AND abandonedAt IS NULL AND leadId IN (?, ?)"
    expect(await selectColumn(waiting, ...ids)).toHaveLength(2)
  })

  it('link the pages of the list to each other and to the CSV with the same filters', async () => {
    const company = randomUUID()
    for (let count = 0; count < 51; count++) await save({ company })
    const first = await showList({ q: company, until: '2999-12-31' })
    expect(first.match(/<th scope="row"/g)).toHaveLength(50)

    const next = `/operator/leads?q=${company}&amp;until=2999-12-31&amp;after=`
    for (const text of [
      '51 leads',
      next,
      `/api/operator/leads.csv?q=${company}&amp;until=3000-01-01T05%3A00%3A00.000Z`,
    ])
      expect(first).toContain(text)
    const [, after = ''] = first.match(/after=([\w-]+)/) ?? []
    const second = await showList({ q: company, after })

    expect(second.match(/<th scope="row"/g)).toHaveLength(1)
    expect(second.includes(words.previousPage)).toBe(true)
    expect(second.includes(words.nextPage)).toBe(false)
  })

  it('show messages, reasons for quarantine and due reminders', async () => {
    const company = randomUUID()
    const id = await save({ company, message: 'Two\nlines' }, ['flood'])
    await changeLead(id, { remindOn: '2020-01-01' }, {}, operator)

    const list = await showList({ q: company })

    const reminder = words.reminder.due.replace('{day}', '2020-01-01')
    for (const text of ['Two\nlines', words.reasons.flood, reminder])
      expect(list).toContain(text)
  })

  it('link a lead to its neighbors in the list', async () => {
    const company = randomUUID()
    for (let count = 0; count < 3; count++) await save({ company }, ['flood'])
    const listed = (await listLeads(leadQuerySchema.parse({ q: company }))).map(
      ({ id }) => id,
    )
    const [before = '', id = '', after = ''] = listed

    const page = await showLead(id, packFilters({ q: company }))
    const neighbors = Object.entries({ prev: before, next: after })
    const links = neighbors.map(
      ([rel, other]) =>
        `rel="${rel}" href="/operator/leads/${other}?list=q%3D${company}"`,
    )
    for (const text of [
      ...links,
      `href="/operator/leads?q=${company}"`,
      words.related,
    ])
      expect(page).toContain(text)
  })
})

it('the lead list’s filter includes the whole last day, in office time', () => {
  const { filters, query } = readListQuery({
    q: ' bank ',
    state: 'lost',
    since: '2026-01-01',
    until: '2026-01-31',
  })
  expect(filters).toEqual({
    q: 'bank',
    since: '2026-01-01',
    until: '2026-01-31',
  })
  expect(query).toMatchObject({
    q: 'bank',
    limit: 50,
    until: new Date('2026-02-01T05:00Z'),
  })
  expect(exportParameters(filters)).toEqual({
    q: 'bank',
    since: '2026-01-01T05:00:00.000Z',
    until: '2026-02-01T05:00:00.000Z',
  })
  expect(readListQuery({ back: 'nonsense', since: 'yesterday' })).toMatchObject(
    { filters: {}, direction: 'back' },
  )
})

it('the lead list keeps its filters if the address has an invalid position', () => {
  const { query } = readListQuery({ stage: 'won', after: 'x' })
  expect(query).toMatchObject({ stage: 'won', cursor: undefined })
})

it('the health page lists failures first', async () => {
  const at = '2026-01-01T00:00:00.000+00:00'
  await forgetLeads()
  const waiting = await save()
  await runSql('UPDATE Lead SET receivedAt = ?', at)
  const insert =
    "INSERT INTO Delivery (leadId, channel, queuedAt, dueAt, lastError) VALUES (?, 'mail', ?, ?, 'SMTP 451')"
  await runSql(insert, waiting, at, at)

  const page = renderIn(
    'en',
    messages,
    createElement(Health, await loadHealth()),
  )

  const { checks } = messages.Operator.health
  expect(page).toMatch(
    new RegExp(
      `${checks.oldest_undelivered_lead.fails}.*${checks.database_writable.ok}`,
    ),
  )
})

it('the health page reports a high share of messages in quarantine', async () => {
  const share = async () =>
    (await loadHealth()).findings.find(({ name }) => name === 'quarantine')
      ?.what
  await forgetLeads()

  for (let count = 0; count < 5; count++) await save({}, ['flood'])
  expect(await share()).toEqual(['5 / 5'])
  for (let count = 0; count < 5; count++) await save()
  expect(await share()).toBeUndefined()
})

it('the health page warns for ten minutes that visitors may share a rate limit', async () => {
  const found = async () =>
    (await loadHealth()).findings.find(({ name }) => name === 'proxyUntrusted')
      ?.what
  expect(await found()).toBeUndefined()

  proxyMismatch.at = performance.now()
  expect(await found()).toEqual(['TRUSTED_PROXY_HOPS'])

  proxyMismatch.at -= 600_000
  expect(await found()).toBeUndefined()
})
