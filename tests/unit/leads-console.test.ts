import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
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
import { dayMs, minuteMs } from '@/lib/durations'
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
import {
  deliveriesOf,
  runSql,
  selectColumn,
  storedTime,
} from '../support/database'
import {
  forgetLeads,
  newYear,
  storeDelivery,
  storeLead,
} from '../support/delivery'
import { expectTexts } from '../support/expect-texts'
import { storeChatLead } from '../support/leads'
import { renderIn } from '../support/render'
import { setForTest } from '../support/settings'
import { webhookSettings } from '../support/sinks'

const operator = 'alice'
const messages = await loadMessages('en')
const { OperatorLeads: words } = messages

async function saveLead(changes: Record<string, string> = {}) {
  return (await storeLead(changes)).id
}

async function saveQuarantined(
  reasons: string[],
  changes: Record<string, string> = {},
) {
  return (await storeLead(changes, { score: 150, quarantine: reasons })).id
}

async function findStored(id: string): Promise<StoredLead> {
  const stored = await findLead(id)
  if (!stored) throw new Error(`There is no lead ${id}.`)
  return stored
}

// A day on which a reminder may be set.
const soon = officeDay(new Date(Date.now() + 7 * dayMs))

const listAddress = '/api/operator/leads'

/** Sends an action on a lead like an API client. */
async function sendJson(id: string, body: object) {
  const response = await leadAction(
    siteRequest('POST', `${listAddress}/${id}`, { key: keys.alice, body }),
  )
  return { status: response.status, body: await response.json() }
}

/** Sends an action on several leads like an API client. */
async function sendListJson(body: object) {
  const response = await bulk(
    siteRequest('POST', listAddress, { key: keys.alice, body }),
  )
  return response.json()
}

const session = cookieOf(
  await signIn(
    siteRequest('POST', '/api/operator/session', { body: { key: keys.alice } }),
  ),
)

/**
 * Submits a form from a lead's page. Returns the address that the response
 * redirects to.
 */
async function sendLeadForm(id: string, fields: object, cookie = session) {
  const response = await leadAction(
    formRequest(`${listAddress}/${id}`, { fields, cookie }),
  )
  return redirectOf(response)
}

/** Submits a form from the list about these leads. */
async function sendListForm(fields: object, ids: string[] = []) {
  return redirectOf(await bulk(formRequest(listAddress, { fields, ids })))
}

type LeadForm = { fields: object; ids?: string[]; cookie?: string }

function formRequest(
  address: string,
  { fields, ids = [], cookie = session }: LeadForm,
) {
  const page = address.replace('/api', '/fr')
  const headers = {
    Accept: 'text/html',
    Referer: `http://localhost:3000${page}`,
  }
  const body = new URLSearchParams({ ...fields, language: 'fr' })
  for (const id of ids) body.append('id', id)
  return siteRequest('POST', address, { cookie, headers, body })
}

const redirectOf = ({ headers }: Response) =>
  new URL(headers.get('location') ?? '', 'http://localhost:3000')

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
    const id = await saveLead()
    await storeDelivery(id, { channel: 'webhook', deliveredAt: newYear })
    await setForTest(webhookSettings({ port: 1 }))
    await sendLeadForm(id, { action: 'spam' })

    const released = await sendLeadForm(id, { action: 'release' })

    expect(resultOf(released)).toBe('released_unsent')
    expect((await findStored(id)).quarantine).toBeNull()
  })

  it('says that a released lead is being delivered if a channel lacks it', async () => {
    const id = await saveQuarantined(['flood'])
    await setForTest(webhookSettings({ port: 1 }))

    const released = await sendLeadForm(id, { action: 'release' })

    expect(resultOf(released)).toBe('released')
  })

  it('does not blame the spam score for a lead that a person marked as spam', async () => {
    const id = await saveLead()
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
    const id = await saveLead()

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
    const id = await saveLead()

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
    const id = await saveLead()

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

    await sendJson(await saveLead(), { owner })

    expect(await listOwners()).toContain(owner)
  })

  it('removes the owner', async () => {
    const id = await saveLead()
    await sendJson(id, { owner: 'Zoë' })

    await sendJson(id, { owner: '' })

    expect((await findStored(id)).owner).toBeNull()
    expect(await recordedFor(id)).toEqual([
      'assigned alice Zoë',
      'assigned alice',
    ])
  })

  it('adds a note once if it is repeated', async () => {
    const id = await saveLead()
    const noted = { note: 'Called back', note_id: randomUUID() }

    await sendJson(id, noted)
    await sendJson(id, noted)

    expect((await findStored(id)).notes).toMatchObject([
      { operator: 'alice', text: 'Called back' },
    ])
  })

  it('marks a lead as spam', async () => {
    const id = await saveLead()

    await sendJson(id, { action: 'spam' })

    expect((await findStored(id)).quarantine).toBe('marked')
    expect(await recordedFor(id)).toEqual(['spam alice'])
  })

  it('finds the lead by its reference', async () => {
    const id = await saveLead()

    const saved = await sendJson(referenceOf(id), { owner: 'Zoë' })

    expect(saved).toEqual({ status: 200, body: { result: 'saved' } })
    expect((await findStored(id)).owner).toBe('Zoë')
  })

  it('refuses part of a lead’s id', async () => {
    const id = await saveLead()

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
    const refused = await sendJson(await saveLead(), body)

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
    const id = await saveLead()
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
    const ids = [await saveLead(), await saveLead()]

    await sendListForm(won, ids)
    await sendListForm({ action: 'assign', owner: 'Zoé' }, ids)

    for (const id of ids)
      expect(await findStored(id)).toMatchObject({ stage: 'won', owner: 'Zoé' })
  })

  it('returns to the filtered list', async () => {
    const ids = [await saveLead(), await saveLead()]

    const back = await sendListForm({ ...won, list: 'stage=new' }, ids)

    expect(back.pathname).toBe('/fr/operator/leads')
    expect(back.search).toBe('?stage=new&done=changed&leads=2')
  })

  it('counts only the leads that it has changed', async () => {
    const id = await saveQuarantined(['flood'])
    const ids = [id, await saveLead()]

    const back = await sendListForm({ action: 'release' }, ids)

    expect(back.searchParams.get('leads')).toBe('1')
    expect((await findStored(id)).quarantine).toBeNull()
  })

  it('asks to select a lead if none is selected', async () => {
    expect(resultOf(await sendListForm(won))).toBe('none_selected')
  })

  it('tells a program how many leads it has changed', async () => {
    const ids = [await saveLead(), await saveLead()]

    const first = await sendListJson({ ...won, ids })
    const again = await sendListJson({ ...won, ids })

    expect(first).toEqual({ changed: 2 })
    expect(again).toEqual({ changed: 0 })
  })
})

describe('the lead form', () => {
  const shown = {
    previous_stage: 'new',
    previous_owner: '',
    previous_reminder: '',
  }
  const typed = (fields: object) => ({
    note: '',
    stage: 'new',
    owner: '',
    reminder: '',
    ...shown,
    ...fields,
  })
  const typedAgain = ({ searchParams }: URL) =>
    findRefusedFields(searchParams.get('input') ?? undefined)

  it('keeps the list’s filters in the redirect after an action', async () => {
    const id = await saveQuarantined(['flood'])
    const list = 'stage=new&q=bank'

    const back = await sendLeadForm(id, {
      ...typed({}),
      action: 'release',
      list,
    })

    expect(back.pathname).toBe(`/fr/operator/leads/${id}`)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      done: 'released_unsent',
      list,
    })
  })

  /** Releases a lead with changes to its other fields. */
  async function releaseChanged() {
    const id = await saveQuarantined(['flood'])
    const changes = { note: 'A\nB', reminder: soon, stage: 'qualified' }
    await sendLeadForm(id, { ...typed(changes), action: 'release' })
    return id
  }

  it('saves the other fields when it releases the lead', async () => {
    const id = await releaseChanged()

    expect(await findStored(id)).toMatchObject({
      notes: [{ text: 'A\nB', operator: 'alice' }],
      remindOn: soon,
      stage: 'qualified',
      owner: null,
    })
  })

  const taken = typed({
    stage: 'qualified',
    previous_stage: 'qualified',
    previous_reminder: soon,
    action: 'take',
  })

  it('saves the other fields when an operator takes the lead', async () => {
    const id = await releaseChanged()

    const back = await sendLeadForm(id, taken)

    expect(resultOf(back)).toBe('saved')
    expect(await findStored(id)).toMatchObject({
      notes: [{ text: 'A\nB' }],
      remindOn: null,
      owner: 'alice',
    })
  })

  it('changes nothing if the operator has already taken the lead', async () => {
    const id = await releaseChanged()
    await sendLeadForm(id, taken)
    const unchanged = { ...taken, owner: 'alice', previous_owner: 'alice' }

    const back = await sendLeadForm(id, unchanged)

    expect(resultOf(back)).toBe('saved_already')
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
    const id = await saveLead()
    const stale = await findStored(id)
    const texts = ['One', 'Two', 'Three']

    const saved = await Promise.all(
      texts.map((note) =>
        applyLeadAction(stale, operator, { action: 'save', note }),
      ),
    )

    expect(saved.map(({ result }) => result)).toEqual(Array(3).fill('saved'))
    const { notes } = await findStored(id)
    const [searchText] = await selectColumn(
      'SELECT searchText FROM Lead WHERE id = ?',
      id,
    )
    expect(notes.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
    expectTexts(
      searchText ?? '',
      texts.map((text) => text.toLowerCase()),
    )
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
    const id = await saveLead()
    const sent = await noteOnPage(id, 'Called back')

    await Promise.all([sendLeadForm(id, sent), sendLeadForm(id, sent)])

    expect((await findStored(id)).notes).toHaveLength(1)
  })

  it('stores a note once if the operator goes back and saves again', async () => {
    const id = await saveLead()

    await sendLeadForm(id, await noteOnPage(id, 'Called back'))
    const again = await sendLeadForm(id, await noteOnPage(id, 'Called back'))

    expect(resultOf(again)).toBe('saved_already')
    expect((await findStored(id)).notes).toHaveLength(1)
  })

  it('stores the same note again ten minutes later or for another operator', async () => {
    const id = await saveLead()
    const call = { text: 'No answer' }
    const before = Date.now() - 10 * minuteMs
    vi.useFakeTimers({ toFake: ['Date'], now: before })
    await changeLead(id, operator, { note: call })
    vi.useRealTimers()

    await changeLead(id, operator, { note: call })
    await changeLead(id, 'bob', { note: call })

    const writers = (await findStored(id)).notes.map((note) => note.operator)
    expect(writers).toEqual([operator, operator, 'bob'])
  })

  it('stores a second note sent from the same page', async () => {
    const id = await saveLead()

    await sendLeadForm(id, await noteOnPage(id, 'Called back'))
    await sendLeadForm(id, await noteOnPage(id, 'Sent terms'))

    const texts = (await findStored(id)).notes.map(({ text }) => text)
    expect(texts).toEqual(['Called back', 'Sent terms'])
  })

  /** Saves a lead with the only note that the previous version could store. */
  async function saveOldNote() {
    const id = await saveLead()
    await runSql("UPDATE Lead SET note = 'Of before' WHERE id = ?", id)
    return id
  }

  it('shows a note that the previous version wrote', async () => {
    const id = await saveOldNote()

    expect(await showLead(id)).toContain('Of before')
  })

  it('keeps a note that the previous version wrote', async () => {
    const id = await saveOldNote()

    await sendLeadForm(id, typed({ note: 'And now' }))

    const { note, notes } = await findStored(id)
    expect(note).toBe('And now')
    expect(notes.map(({ text }) => text)).toEqual(['Of before', 'And now'])
  })

  /** Saves a lead that another operator changes after the form was shown. */
  async function saveChangedByBob() {
    const id = await saveLead()
    await changeLead(id, 'bob', { typed: { owner: 'Bob', stage: 'won' } })
    return id
  }

  it.each([{ owner: 'Zoé' }, { stage: 'lost' }])(
    'does not overwrite another operator’s change with %j',
    async (change) => {
      const id = await saveChangedByBob()

      const back = await sendLeadForm(id, typed({ ...change, note: 'Typed' }))

      expect(resultOf(back)).toBe('changed')
      expect(await findStored(id)).toMatchObject({
        owner: 'Bob',
        stage: 'won',
        notes: [],
      })
    },
  )

  it('keeps the input if another operator has changed the same field', async () => {
    const id = await saveChangedByBob()
    const input = { owner: 'Zoé', note: 'Typed & <b>' }

    const back = await sendLeadForm(id, typed(input))

    expect(await typedAgain(back)).toMatchObject(input)
  })

  it('saves a field that the other operator did not change', async () => {
    const id = await saveChangedByBob()

    const back = await sendLeadForm(id, typed({ reminder: soon }))

    expect(resultOf(back)).toBe('saved')
    expect(await findStored(id)).toMatchObject({
      owner: 'Bob',
      stage: 'won',
      remindOn: soon,
    })
  })

  it('tells a program that another operator has changed the lead', async () => {
    const id = await saveChangedByBob()

    const refused = await sendJson(id, { owner: 'Zoé', previous_owner: '' })

    expect(refused).toEqual({
      status: 409,
      body: { error: { code: 'lead_changed' } },
    })
  })

  it('reports a conflict with the operator’s own change in another tab', async () => {
    const id = await saveLead()
    const { email } = await findStored(id)
    const unchanged = typed({ previous_email: email })
    await sendLeadForm(id, {
      ...unchanged,
      owner: 'Bob',
      email: 'a@bank.example',
    })

    const owner = await sendLeadForm(id, { ...unchanged, owner: 'Zoé' })
    const address = await sendLeadForm(id, {
      ...unchanged,
      email: 'b@bank.example',
    })

    expect(resultOf(owner)).toBe('changed_by_you')
    expect(resultOf(address)).toBe('changed_by_you')
  })

  it('reports a conflict with someone else’s change, even after an own change', async () => {
    const id = await saveLead()
    await changeLead(id, 'bob', { typed: { owner: 'Bob' } })
    await changeLead(id, operator, { typed: { stage: 'won' } })

    const back = await sendLeadForm(id, typed({ owner: 'Zoé' }))

    expect(resultOf(back)).toBe('changed')
  })

  it.each([
    ['0001-01-01', 'past_date'],
    [officeDay(new Date(Date.now() - 2 * dayMs)), 'past_date'],
    ['9999-12-31', 'distant_date'],
  ])('refuses the reminder %s', async (reminder, code) => {
    const id = await saveLead()

    const refused = await sendJson(id, { reminder })

    const fields = { reminder: [code] }
    expect(refused).toEqual({
      status: 422,
      body: { error: { code: 'invalid_fields', fields } },
    })
  })

  /** Saves a lead with a past reminder, and returns the form's fields. */
  async function savePastReminder() {
    const id = await saveLead()
    await changeLead(id, operator, { typed: { remindOn: '2020-01-01' } })
    const reminder = '2020-01-01'
    return { id, fields: typed({ reminder, previous_reminder: reminder }) }
  }

  it('saves a lead whose reminder is past', async () => {
    const { id, fields } = await savePastReminder()

    const back = await sendLeadForm(id, { ...fields, note: 'Later' })

    expect(resultOf(back)).toBe('saved')
  })

  it('moves a past reminder to today', async () => {
    const { id, fields } = await savePastReminder()

    const back = await sendLeadForm(id, { ...fields, reminder: officeDay() })

    expect(resultOf(back)).toBe('saved')
    expect((await findStored(id)).remindOn).toBe(officeDay())
  })

  it('does not take a lead that someone else has taken since', async () => {
    const id = await saveLead()
    await changeLead(id, 'bob', { typed: { owner: 'Bob' } })

    const taken = await sendLeadForm(id, typed({ action: 'take' }))

    expect(resultOf(taken)).toBe('changed')
    expect(await findStored(id)).toMatchObject({ owner: 'Bob' })
  })

  /** Corrects the name and the address of a lead. */
  async function correctContact() {
    const id = await saveLead({ name: 'Jon Smit' })
    const { email: previous_email } = await findStored(id)
    const email = `john-${randomUUID()}@bank.example`
    const back = await sendLeadForm(id, {
      name: 'John Smith',
      previous_name: 'Jon Smit',
      email,
      previous_email,
    })
    return { id, email, previous_email, back }
  }

  it('corrects contact details', async () => {
    const { id, email, back } = await correctContact()

    expect(resultOf(back)).toBe('saved')
    expect(await findStored(id)).toMatchObject({ name: 'John Smith', email })
  })

  it('shows how a contact detail was corrected', async () => {
    const { id } = await correctContact()

    const page = await showLead(id)

    const { name: label } = catalog('en').ContactForm
    expect(page).toContain(
      `${label} changed from Jon Smit to John Smith by alice`,
    )
  })

  it('makes a lead findable by its corrected address', async () => {
    const { id, email } = await correctContact()

    const listed = await listLeads(leadQuerySchema.parse({ q: email }))

    expect(listed.map((each) => each.id)).toEqual([id])
  })

  it('keeps the former address of a lead among its person’s traces', async () => {
    const { id, previous_email } = await correctContact()

    const traces = await findTraces(previous_email)

    expect(traces.leads).toEqual([id])
  })

  /** Saves a lead whose stored address became invalid. */
  async function saveInvalidAddress() {
    const id = await saveLead()
    const email = 'old@invalid'
    await runSql('UPDATE Lead SET email = ? WHERE id = ?', email, id)
    return { id, fields: typed({ email, previous_email: email }) }
  }

  it('refuses an invalid correction', async () => {
    const { id, fields } = await saveInvalidAddress()

    const back = await sendLeadForm(id, { ...fields, email: 'new@invalid' })

    expect(resultOf(back)).toBe('invalid')
  })

  it('accepts an invalid value that stays as it is', async () => {
    const { id, fields } = await saveInvalidAddress()

    const back = await sendLeadForm(id, { ...fields, note: 'x' })

    expect(resultOf(back)).toBe('saved')
  })

  it('names the fields of an invalid correction and keeps what was typed', async () => {
    const id = await saveLead()
    const invalid = { email: 'jane@bank', phone: '12', reminder: '2026-02-30' }

    const back = await sendLeadForm(id, typed({ ...invalid, owner: 'Zoé' }))
    const page = await showLead(id, Object.fromEntries(back.searchParams))

    const { errors } = words.form
    expectTexts(page, [
      'href="#email"',
      `id="email-error">${errors.invalid_email}<`,
      'href="#phone"',
      `id="phone-error">${errors.invalid_phone}<`,
      'href="#reminder"',
      `id="reminder-error">${errors.invalid_date}<`,
      'value="jane@bank"',
      'value="12"',
      'value="2026-02-30"',
      'value="Zoé"',
    ])
    expect(page).not.toContain('href="#owner"')
  })

  it('returns the errors of a correction to a program', async () => {
    const id = await saveLead()

    const refused = await sendJson(id, { company: 'x'.repeat(201) })

    const fields = { company: ['too_long'] }
    expect(refused).toEqual({
      status: 422,
      body: { error: { code: 'invalid_fields', fields } },
    })
  })

  it('marks a new lead as contacted when the next lead is opened', async () => {
    const id = await saveLead()

    await sendLeadForm(id, { ...typed({}), action: 'next', list: 'stage=new' })

    expect(await findStored(id)).toMatchObject({ stage: 'contacted' })
  })

  const nextOf = (company: string) => ({
    ...typed({}),
    action: 'next',
    list: `q=${company}&stage=new`,
  })

  it('opens the next lead of the list', async () => {
    const company = randomUUID()
    const last = await saveLead({ company })
    const first = await saveLead({ company })

    const opened = await sendLeadForm(first, nextOf(company))

    expect(opened.pathname).toBe(`/fr/operator/leads/${last}`)
    expect(resultOf(opened)).toBe('saved_next')
  })

  it('returns to the list after its last lead', async () => {
    const company = randomUUID()
    const last = await saveLead({ company })

    const ended = await sendLeadForm(last, nextOf(company))

    expect(ended.pathname).toBe('/fr/operator/leads')
    expect(resultOf(ended)).toBe('saved_last')
  })

  /**
   * Sends the form after the session has ended. Returns the address of the
   * sign-in page and the address to which that page leads.
   */
  async function sendSignedOut() {
    const id = await saveLead()
    const input = typed({ note: 'Typed', owner: 'Zoé' })
    const signInPage = await sendLeadForm(id, input, 'operator_session=ended')
    const wanted = signInPage.searchParams.get('to') ?? ''
    const after = new URL(wanted, 'http://localhost:3000')
    return { id, signInPage, after }
  }

  it('leads to the lead through the sign-in page if the session has ended', async () => {
    const { id, signInPage, after } = await sendSignedOut()

    expect(signInPage.pathname).toBe('/fr/operator')
    expect(after.pathname).toBe(`/fr/operator/leads/${id}`)
  })

  it('saves nothing if the session has ended', async () => {
    const { id } = await sendSignedOut()

    expect((await findStored(id)).notes).toEqual([])
  })

  it('restores the input after signing in if the session has ended', async () => {
    const { id, after } = await sendSignedOut()

    const page = await showLead(id, Object.fromEntries(after.searchParams))

    expect(page).toContain(words.problems.signed_out)
    expect(page).toMatch(/<textarea[^>]*name="note"[^>]*>Typed<\/textarea>/)
    expect(page).toMatch(
      /name="owner"[^>]*value="Zoé"|value="Zoé"[^>]*name="owner"/,
    )
  })

  const longestNote = '金'.repeat(5000)

  it('saves a note of the maximum length', async () => {
    const id = await saveLead()

    const back = await sendLeadForm(id, typed({ note: longestNote }))

    expect(resultOf(back)).toBe('saved')
  })

  it('preserves a note that is too long as a draft', async () => {
    const id = await saveLead()

    const back = await sendLeadForm(id, typed({ note: `${longestNote}x` }))

    expect(resultOf(back)).toBe('invalid')
    expect((await typedAgain(back))?.note).toHaveLength(5001)
  })
})

describe('erasing a person', () => {
  /** Stores leads and conversations that name an address, or a similar one. */
  async function storePerson() {
    const email = `Eve-${randomUUID()}@bank.example`
    const other = await saveLead({
      email: `x${email}`,
      message: `Not ${email}`,
    })
    const ids = [
      await saveLead({ email }),
      await saveLead({ email: email.toLowerCase() }),
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
      await saveLead({ email: `o’neill-${word}@bank.example` }),
      await saveLead({ email: `o'neill-${word}@bank.example` }),
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
        await saveLead({ email: `${name}@bücher.example` }),
        await saveLead({ email: `${name}@BÜCHER.example` }),
        await saveLead({ email: `${name}@xn--bcher-kva.example` }),
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

describe('the console’s pages', () => {
  it('describe what happened to a lead', async () => {
    const id = await saveLead()
    await recordEvent(id, {
      kind: 'attempted',
      channel: 'mail',
      detail: 'ECONNREFUSED',
    })
    await recordEvent(id, { kind: 'attempted', channel: 'ack', detail: null })
    await changeLead(id, operator, { typed: { stage: 'won' } })
    for (const owner of ['Zoe', null])
      await changeLead(id, operator, { typed: { owner } })
    for (const remindOn of ['2020-01-01', null, '2999-01-01'])
      await changeLead(id, operator, { typed: { remindOn } })

    const page = await showLead(id)

    const { errors, channels, history } = words
    const happened = [
      errors.port,
      history.delivered.replace('{way}', channels.ack),
      history.unassigned,
      history.notReminded,
      history.staged.replace('{stage}', words.stages.won),
      history.read,
    ]
    expectTexts(
      page,
      happened.map((event) => event.replace('{operator}', operator)),
    )
  })

  it('do not reorder a sentence about a right-to-left name', async () => {
    const owner = 'דנה (Gulf)'
    const id = await saveLead()
    await changeLead(id, operator, { typed: { owner } })

    const page = await showLead(id)

    expect(page).toContain(
      words.history.assigned
        .replace('{owner}', `\u2068${owner}\u2069`)
        .replace('{operator}', operator),
    )
  })

  it('do not reorder a sentence about a right-to-left address', async () => {
    const email = `שלום-${randomUUID()}@bank.example`
    await saveLead({ email })

    const list = await showList({ q: email })

    expect(list).toContain(
      words.erase.address.replace('{email}', `\u2068${email}\u2069`),
    )
  })

  it('give a lead’s reasons for quarantine', async () => {
    const id = await saveQuarantined(['honeypot', 'of_tomorrow'])

    const page = await showLead(id)

    expectTexts(page, [words.reasons.honeypot, 'of_tomorrow'])
  })

  it('give a lead’s reasons for quarantine even after its release', async () => {
    const id = await saveQuarantined(['honeypot'])
    const release = { action: 'release' } as const
    await applyLeadAction(await findStored(id), operator, release)

    const page = await showLead(id, { done: 'released' })

    const { done, reasons } = words
    expect(page).toMatch(
      new RegExp(`${done.released}.*${reasons.honeypot}`, 's'),
    )
  })

  it('link to a lead’s telephone number and mailbox', async () => {
    const id = await saveLead({ phone: '+33 (0)1 99 00 12 34' })

    const page = await showLead(id)

    expect(page).toContain('href="tel:+33199001234"')
    expect(page).toMatch(/href="mailto:[^"?]+\?subject=[^"]+%3A%20[0-9A-F]{8}"/)
  })

  it('ask before a lead is erased', async () => {
    const id = await saveLead()

    expect(await showLead(id, { step: 'erase' })).toContain(words.erase.confirm)
  })

  it('lead from a lead that no longer exists to an explanation', async () => {
    await expect(showLead('00000000')).rejects.toMatchObject({
      digest: expect.stringContaining('problem=gone'),
    })
  })

  it('explain that a lead no longer exists', async () => {
    const list = await showList({ problem: 'gone' })

    expect(list).toContain(words.problems.gone)
  })

  it('ignore an unknown outcome in their address', async () => {
    const list = await showList({ done: 'toString', problem: 'x' })

    expect(list).not.toContain('class="outcome')
  })

  it('say that no lead matches the filters', async () => {
    const list = await showList({ q: randomUUID() })

    expect(list).toContain(words.noneFound)
  })

  it('report a last day that is before the first', async () => {
    const list = await showList({ since: '2026-02-02', until: '2026-02-01' })

    expect(list).toContain(words.reversed)
  })

  it('name the filters whose value in the address is invalid', async () => {
    const id = await saveLead()

    const list = await showList({ since: '20266-01-01', state: 'x', q: '' })

    const { filters } = words
    const named = `${filters.state} and ${filters.since}`
    expect(list).toContain(
      messages.Operator.invalidFilters.replace('{filters}', named),
    )
    expect(list).toContain(id)
  })

  /** Returns the values of the buttons on a lead's page. */
  async function actionsFor(id: string) {
    const buttons = (await showLead(id)).matchAll(/<button[^>]*value="(\w+)"/g)
    return [...buttons].map(([, value]) => value)
  }

  it('offer to release or take a lead in quarantine', async () => {
    const id = await saveQuarantined(['flood'])

    expect(await actionsFor(id)).toEqual([
      'save',
      'save',
      'next',
      'take',
      'release',
    ])
  })

  /** Saves a lead that the operator has taken. */
  async function saveOwn() {
    const id = await saveLead()
    await changeLead(id, operator, { typed: { owner: operator } })
    return id
  }

  it('offer to mark an own lead as spam', async () => {
    const id = await saveOwn()

    expect(await actionsFor(id)).toEqual(['save', 'save', 'next', 'spam'])
  })

  it('offer to retry a lead whose delivery failed', async () => {
    const id = await saveOwn()
    await storeDelivery(id, { abandonedAt: newYear, lastError: 'SMTP 550' })
    await setForTest(webhookSettings({ port: 1 }))

    expect(await actionsFor(id)).toEqual([
      'save',
      'save',
      'next',
      'retry',
      'spam',
    ])
    expect(await showLead(id)).toContain(words.errors.refused)
  })

  /** Stores a lead of a company that got mail but failed on the webhook. */
  async function savePartlyDelivered(company: string) {
    const id = await saveLead({ company })
    await storeDelivery(id, { channel: 'mail', deliveredAt: newYear })
    await storeDelivery(id, {
      channel: 'webhook',
      abandonedAt: newYear,
      lastError: 'HTTP 301 https://new.example/',
    })
    return id
  }

  it('list both outcomes of a partly delivered lead', async () => {
    const company = randomUUID()
    await savePartlyDelivered(company)
    await setForTest(webhookSettings({ port: 1 }))

    const list = await showList({ q: company })

    const { progress, actions } = words
    expectTexts(list, [progress.abandoned, progress.delivered, actions.retry])
  })

  it('show the outcome of each delivery of a lead', async () => {
    const id = await savePartlyDelivered(randomUUID())
    await setForTest(webhookSettings({ port: 1 }))

    const page = await showLead(id)

    const { deliveries, errors, channels } = words
    expectTexts(page, [
      `${channels.mail}</dt><dd>${deliveries.delivered}`,
      `${channels.webhook}</dt><dd>${deliveries.abandoned}`,
      `${errors.redirect} <code>HTTP 301 https://new.example/</code>`,
    ])
  })

  it('retry the failed deliveries of several leads', async () => {
    const company = randomUUID()
    const ids = [
      await savePartlyDelivered(company),
      await savePartlyDelivered(company),
    ]
    await setForTest(webhookSettings({ port: 1 }))

    const retried = await sendListJson({ action: 'retry', ids })

    expect(retried).toEqual({ changed: 2 })
    for (const id of ids)
      expect((await deliveriesOf(id)).webhook?.abandonedAt).toBeNull()
  })

  describe('of a list with more than 50 leads', () => {
    const company = randomUUID()
    const rowsOn = (list: string) => list.match(/<th scope="row"/g)?.length

    beforeAll(async () => {
      for (let count = 0; count < 51; count++) await saveLead({ company })
    })

    it('begin with 50 leads and the total', async () => {
      const first = await showList({ q: company })

      expect(rowsOn(first)).toBe(50)
      expect(first).toContain('51 leads')
    })

    it('link to the next page and to the CSV with the same filters', async () => {
      const first = await showList({ q: company, until: '2999-12-31' })

      expectTexts(first, [
        `/operator/leads?q=${company}&amp;until=2999-12-31&amp;after=`,
        `/api/operator/leads.csv?q=${company}&amp;until=3000-01-01T05%3A00%3A00.000Z`,
      ])
    })

    it('end with the remaining lead and a link back', async () => {
      const first = await showList({ q: company })
      const [, after = ''] = first.match(/after=([\w-]+)/) ?? []

      const second = await showList({ q: company, after })

      expect(rowsOn(second)).toBe(1)
      expect(second).toContain(words.previousPage)
      expect(second).not.toContain(words.nextPage)
    })
  })

  it('show messages, reasons for quarantine and due reminders', async () => {
    const company = randomUUID()
    const id = await saveQuarantined(['flood'], {
      company,
      message: 'Two\nlines',
    })
    await changeLead(id, operator, { typed: { remindOn: '2020-01-01' } })

    const list = await showList({ q: company })

    const reminder = words.reminder.due.replace('{day}', '2020-01-01')
    expectTexts(list, ['Two\nlines', words.reasons.flood, reminder])
  })

  it('link a lead to its neighbors in the list', async () => {
    const company = randomUUID()
    for (let count = 0; count < 3; count++)
      await saveQuarantined(['flood'], { company })
    const listed = (await listLeads(leadQuerySchema.parse({ q: company }))).map(
      ({ id }) => id,
    )
    const [before = '', id = '', after = ''] = listed

    const page = await showLead(id, packFilters({ q: company }))

    const list = `list=q%3D${company}`
    expectTexts(page, [
      words.related,
      `rel="prev" href="/operator/leads/${before}?${list}"`,
      `rel="next" href="/operator/leads/${after}?${list}"`,
      `href="/operator/leads?q=${company}"`,
    ])
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
})

it('the lead list ignores invalid filters and positions', () => {
  const query = readListQuery({ back: 'nonsense', since: 'yesterday' })

  expect(query).toMatchObject({ filters: {}, direction: 'back' })
})

it('the lead list keeps its filters if the address has an invalid position', () => {
  const { query } = readListQuery({ stage: 'won', after: 'x' })
  expect(query).toMatchObject({ stage: 'won', cursor: undefined })
})

it('the health page lists failures first', async () => {
  await forgetLeads()
  const waiting = await saveLead()
  await runSql('UPDATE Lead SET receivedAt = ?', storedTime(newYear))
  await storeDelivery(waiting, { dueAt: newYear, lastError: 'SMTP 451' })
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

/** Returns what the health page says about a finding. */
async function findingOf(finding: string) {
  const { findings } = await loadHealth()
  return findings.find(({ name }) => name === finding)?.what
}

it('the health page reports a high share of messages in quarantine', async () => {
  await forgetLeads()
  for (let count = 0; count < 5; count++) await saveQuarantined(['flood'])

  expect(await findingOf('quarantine')).toEqual(['5 / 5'])
})

it('the health page does not report that half of the messages are in quarantine', async () => {
  await forgetLeads()
  for (let count = 0; count < 5; count++) {
    await saveQuarantined(['flood'])
    await saveLead()
  }

  expect(await findingOf('quarantine')).toBeUndefined()
})

it('the health page warns that visitors may share a rate limit', async () => {
  proxyMismatch.at = performance.now()

  expect(await findingOf('proxyUntrusted')).toEqual(['TRUSTED_PROXY_HOPS'])
})

it('the health page stops warning of a shared rate limit after ten minutes', async () => {
  proxyMismatch.at = performance.now() - 600_000

  expect(await findingOf('proxyUntrusted')).toBeUndefined()
})
