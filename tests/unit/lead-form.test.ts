import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { applyLeadAction } from '@/lib/console/leads/actions'
import { findRefusedFields } from '@/lib/console/refused-form'
import { dayMs, minuteMs } from '@/lib/durations'
import { officeDay } from '@/lib/i18n/offices'
import { changeLead } from '@/lib/leads/change-store'
import { findTraces } from '@/lib/leads/erase-store'
import { historyOf } from '@/lib/leads/history-store'
import { listLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { catalog } from '../support/catalog'
import { runSql, selectColumn } from '../support/database'
import { expectTexts } from '../support/expect-texts'
import {
  findStored,
  messages,
  operator,
  resultOf,
  saveQuarantined,
  sendJson,
  sendLeadForm,
  showLead,
  soon,
} from '../support/lead-console'
import { storeNextLead } from '../support/leads'

const { OperatorLeads: words } = messages

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
    const id = await storeNextLead()
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
    const id = await storeNextLead()
    const sent = await noteOnPage(id, 'Called back')

    await Promise.all([sendLeadForm(id, sent), sendLeadForm(id, sent)])

    expect((await findStored(id)).notes).toHaveLength(1)
  })

  it('stores a note once if the operator goes back and saves again', async () => {
    const id = await storeNextLead()

    await sendLeadForm(id, await noteOnPage(id, 'Called back'))
    const again = await sendLeadForm(id, await noteOnPage(id, 'Called back'))

    expect(resultOf(again)).toBe('saved_already')
    expect((await findStored(id)).notes).toHaveLength(1)
  })

  it('stores the same note again ten minutes later or for another operator', async () => {
    const id = await storeNextLead()
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
    const id = await storeNextLead()

    await sendLeadForm(id, await noteOnPage(id, 'Called back'))
    await sendLeadForm(id, await noteOnPage(id, 'Sent terms'))

    const texts = (await findStored(id)).notes.map(({ text }) => text)
    expect(texts).toEqual(['Called back', 'Sent terms'])
  })

  /** Saves a lead with the only note that the previous version could store. */
  async function saveOldNote() {
    const id = await storeNextLead()
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
    const id = await storeNextLead()
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
    const id = await storeNextLead()
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
    const id = await storeNextLead()
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
    const id = await storeNextLead()

    const refused = await sendJson(id, { reminder })

    const fields = { reminder: [code] }
    expect(refused).toEqual({
      status: 422,
      body: { error: { code: 'invalid_fields', fields } },
    })
  })

  /** Saves a lead with a past reminder, and returns the form's fields. */
  async function savePastReminder() {
    const id = await storeNextLead()
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
    const id = await storeNextLead()
    await changeLead(id, 'bob', { typed: { owner: 'Bob' } })

    const taken = await sendLeadForm(id, typed({ action: 'take' }))

    expect(resultOf(taken)).toBe('changed')
    expect(await findStored(id)).toMatchObject({ owner: 'Bob' })
  })

  /** Corrects the name and the address of a lead. */
  async function correctContact() {
    const id = await storeNextLead({ name: 'Jon Smit' })
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
    const id = await storeNextLead()
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
    const id = await storeNextLead()
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
    const id = await storeNextLead()

    const refused = await sendJson(id, { company: 'x'.repeat(201) })

    const fields = { company: ['too_long'] }
    expect(refused).toEqual({
      status: 422,
      body: { error: { code: 'invalid_fields', fields } },
    })
  })

  it('marks a new lead as contacted when the next lead is opened', async () => {
    const id = await storeNextLead()

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
    const last = await storeNextLead({ company })
    const first = await storeNextLead({ company })

    const opened = await sendLeadForm(first, nextOf(company))

    expect(opened.pathname).toBe(`/fr/operator/leads/${last}`)
    expect(resultOf(opened)).toBe('saved_next')
  })

  it('returns to the list after its last lead', async () => {
    const company = randomUUID()
    const last = await storeNextLead({ company })

    const ended = await sendLeadForm(last, nextOf(company))

    expect(ended.pathname).toBe('/fr/operator/leads')
    expect(resultOf(ended)).toBe('saved_last')
  })

  /**
   * Sends the form after the session has ended. Returns the address of the
   * sign-in page and the address to which that page leads.
   */
  async function sendSignedOut() {
    const id = await storeNextLead()
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
    const id = await storeNextLead()

    const back = await sendLeadForm(id, typed({ note: longestNote }))

    expect(resultOf(back)).toBe('saved')
  })

  it('preserves a note that is too long as a draft', async () => {
    const id = await storeNextLead()

    const back = await sendLeadForm(id, typed({ note: `${longestNote}x` }))

    expect(resultOf(back)).toBe('invalid')
    expect((await typedAgain(back))?.note).toHaveLength(5001)
  })
})
