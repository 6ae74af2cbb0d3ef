import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { LeadDetails, loadLead } from '@/components/operator/leads/lead-details'
import { LeadList, loadLeadList } from '@/components/operator/leads/lead-list'
import { actionResults, actOn } from '@/lib/console/leads/actions'
import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import { recordEvent } from '@/lib/leads/event-store'
import { keepDraft } from '@/lib/leads/form-drafts'
import { findLead, type StoredLead } from '@/lib/leads/list-store'
import { saveLead } from '@/lib/leads/store'
import { validContact } from '../support/contact'
import { renderIn } from '../support/render'
import { openTestDatabase } from '../support/test-database'

const operator = 'alice'

async function save(changes: Partial<Record<keyof typeof validContact, string>> = {}, quarantine?: string[]) {
  const contact = { ...validContact, email: `${randomUUID()}@banque.example`, ...changes }
  const saved = await saveLead(
    contact as typeof validContact,
    randomUUID(),
    quarantine ? { score: 150, quarantine } : { score: 0 },
  )
  return saved === 'key_reused' ? '' : saved.id
}

async function lead(id: string): Promise<StoredLead> {
  const found = await findLead(id)
  if (!found) throw new Error(`There is no lead ${id}.`)
  return found
}

async function showLead(id: string, query: Record<string, string> = {}, locale: Locale = 'en') {
  const loaded = await loadLead(id, { operator, query })
  return renderIn(locale, await loadMessages(locale), createElement(LeadDetails, { loaded, query }))
}

async function showList(query: Record<string, string> = {}, locale: Locale = 'en') {
  const loaded = await loadLeadList(query, operator)
  return renderIn(locale, await loadMessages(locale), createElement(LeadList, { loaded, query }))
}

const { OperatorLeads: words } = await loadMessages('en')

it.each(routing.locales)('every state of the leads’ pages has its words in %s', async (locale) => {
  const { OperatorLeads: texts } = await loadMessages(locale)
  const id = await save({}, ['honeypot', 'of_tomorrow'])
  await recordEvent(id, { kind: 'attempted', channel: 'mail', detail: 'ECONNREFUSED' })
  await recordEvent(id, { kind: 'attempted', channel: 'ack', detail: null })
  for (const name of ['handle', 'reopen'] as const) await actOn(name, await lead(id), operator)
  await actOn('assign', await lead(id), operator, { owner: 'Zoe' })
  await actOn('assign', await lead(id), operator, { owner: '' })
  await actOn('note', await lead(id), operator, { note: 'Noted', previous_note: '' })
  const page = await showLead(id, { step: 'erase' }, locale)
  for (const text of [texts.reasons.honeypot, 'of_tomorrow', texts.errors.unreachable, texts.erase.confirm]) {
    expect(page).toContain(text)
  }
  await actOn('release', await lead(id), operator)
  expect(await showLead(id, {}, locale)).toContain(texts.reasons.honeypot)
  for (const done of actionResults) await showLead(id, { done, leads: '2' }, locale)
  for (const problem of ['note_changed', 'invalid', 'gone']) await showList({ problem }, locale)
  expect(await showLead('00000000', {}, locale)).toContain(texts.gone)
  expect(await showList({ q: randomUUID() }, locale)).toContain(texts.noneFound)
})

it('a lead offers what makes sense for it', async () => {
  const quarantined = await showLead(await save({}, ['flood']))
  expect(quarantined).toContain('/release"')
  expect(quarantined).not.toMatch(/\/(retry|reopen)"/)
  const id = await save()
  const stored = await showLead(id)
  expect(stored).toContain('/handle"')
  expect(stored).not.toMatch(/\/(release|retry|reopen)"/)
  await actOn('handle', await lead(id), operator)
  const database = openTestDatabase()
  database
    .prepare('UPDATE Lead SET mailAbandonedAt = receivedAt, mailAttempts = 3, mailLastError = ? WHERE id = ?')
    .run('SMTP 550', id)
  database.close()
  const abandoned = await showLead(id)
  expect(abandoned).toContain('/retry"')
  expect(abandoned).toContain('/reopen"')
  expect(abandoned).toContain(words.errors.refused)
  expect(abandoned).not.toContain('/handle"')
})

it('what a visitor typed is shown as it is, and makes no markup and no link of its own', async () => {
  const id = await save({
    message: '<b>One</b>\njavascript:alert(1)',
    company: '<i>A</i>',
    phone: '+33 (0)1 99 00 12 34',
  })
  const page = await showLead(id)
  expect(page).toContain('&lt;b&gt;One&lt;/b&gt;\njavascript:alert(1)')
  expect(page).toContain('<h1>&lt;i&gt;A&lt;/i&gt;</h1>')
  expect(page).toContain('href="tel:+33199001234"')
  expect(page).toMatch(/href="mailto:[^"?]+\?subject=[^"]+%3A%20[0-9A-F]{8}"/)
})

it('of two notes, the stored one and the one that was typed are shown', async () => {
  const id = await save()
  await actOn('note', await lead(id), operator, { note: 'Stored', previous_note: '' })
  const draft = await keepDraft({ values: { message: 'Typed' }, idempotencyKey: '' }, 'client')
  const page = await showLead(id, { problem: 'note_changed', draft: String(draft) })
  expect(page).toContain('Stored</blockquote>')
  expect(page).toMatch(/<textarea[^>]*name="note"[^>]*>Typed<\/textarea>/)
  expect(page).toContain('name="previous_note" value="Stored"')
})

it('a page of the list leads to its neighbours with its filters, and to all of them as CSV', async () => {
  const company = randomUUID()
  for (let count = 0; count < 51; count++) await save({ company })
  const first = await showList({ q: company, until: '2999-12-31' })
  expect(first.match(/<tr>/g)).toHaveLength(51)
  expect(first).not.toContain(words.newer)
  const [, older = ''] = first.match(/older=([\w-]+)/) ?? []
  expect(first).toContain(`/operator/leads?q=${company}&amp;until=2999-12-31&amp;older=`)
  expect(first).toContain(`/api/operator/leads.csv?q=${company}&amp;until=3000-01-01`)
  const second = await showList({ q: company, older })
  expect(second.match(/<tr>/g)).toHaveLength(2)
  expect(second).toContain(words.newer)
  expect(second).not.toContain(words.older)
})

it('the list tells how many leads are held back, unless it is of these', async () => {
  await save({}, ['flood'])
  expect(await showList()).toContain(words.showQuarantined)
  expect(await showList({ state: 'quarantined' })).not.toContain(words.showQuarantined)
})
