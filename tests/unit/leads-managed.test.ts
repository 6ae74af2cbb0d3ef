import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { saveProgress } from '@/lib/chatbot/store'
import { actOn } from '@/lib/console/leads/actions'
import { countErasable } from '@/lib/console/leads/erase'
import type { Admission } from '@/lib/leads/admission'
import { createChatLead, updateChatLead } from '@/lib/leads/chat-store'
import { deleteOlderThan } from '@/lib/leads/erase-store'
import { historyOf, recordRead } from '@/lib/leads/event-store'
import { leadJson, leadsCsvParts } from '@/lib/leads/json'
import { findLead, listLeads, readLeads, type StoredLead } from '@/lib/leads/list-store'
import { listOwners } from '@/lib/leads/manage-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { saveLead } from '@/lib/leads/store'
import { validContact } from '../support/contact'
import { openTestDatabase } from '../support/test-database'

async function save(changes: Partial<Record<keyof typeof validContact, string>> = {}, admission?: Admission) {
  const contact = { ...validContact, email: `${randomUUID()}@banque.example`, ...changes }
  const saved = await saveLead(contact as typeof validContact, randomUUID(), admission)
  return saved === 'key_reused' ? '' : saved.id
}

async function lead(id: string): Promise<StoredLead> {
  const found = await findLead(id)
  if (!found) throw new Error(`There is no lead ${id}.`)
  return found
}

async function idsOf(query: object): Promise<string[]> {
  return (await listLeads(leadQuerySchema.parse(query))).map(({ id }) => id)
}

async function kindsOf(id: string): Promise<string[]> {
  return (await historyOf(id)).map(({ kind }) => kind)
}

const quarantined = { score: 150, quarantine: ['honeypot', 'many_links'] }

it('a lead is found by what its visitor gave, in any case and without accents, all words of it', async () => {
  const company = `Crédit Œuvrier ${randomUUID()}`
  const id = await save({ company, name: 'Zoë Ångström', phone: '+41 (22) 555-01-99' })
  const word = company.split(' ')[2] ?? ''
  for (const q of ['credit oeuvrier', 'ZOË angstrom', '+41 22 555 01 99', '022 5550199', id.slice(0, 8), ' CRÉDIT ']) {
    expect(await idsOf({ q: /\d/.test(q) ? q : `${q} ${word}` }), q).toContain(id)
  }
  expect(await idsOf({ q: `zoe dubois ${word}` })).toEqual([])
  // What the visitor wrote is not searched.
  expect(await idsOf({ q: `jetons ${word}` })).toEqual([])
})

it('a search takes %, _ and \\ as they are', async () => {
  const unlike = await save({ company: 'Fonds 1000 A B' })
  for (const company of ['Fonds 100% AxB', 'Fonds 10_00', 'Fonds \\A']) {
    const id = await save({ company })
    const q = company.split(' ')[1] ?? ''
    expect(await idsOf({ q }), q).toContain(id)
    expect(await idsOf({ q }), q).not.toContain(unlike)
  }
})

it('the longest names are stored and found, in any script', async () => {
  const long = (from: number) => String.fromCodePoint(...Array.from({ length: 200 }, (_, at) => from + at * 29))
  const id = await save({ name: long(0xac00), company: long(0x4e00), phone: `${'電'.repeat(44)}123456` })
  await actOn('assign', await lead(id), 'alice', { owner: long(0xb000).slice(0, 100) })
  expect(await idsOf({ q: long(0xac00) })).toEqual([id])
})

it('a lead of a conversation is found by what was given later as well', async () => {
  const sessionId = randomUUID()
  const details = { email: `${randomUUID()}@chat.example` }
  const turns = [{ role: 'user' as const, content: 'Call me', sentAt: new Date() }]
  const dueAt = new Date()
  await createChatLead({ sessionId, language: 'en', turns, details, dueAt, quarantine: null })
  const [id = ''] = await idsOf({ q: details.email })
  await updateChatLead(sessionId, { turns, details: { phone: '+1 555 0177 88' }, dueAt: async () => dueAt })
  expect(await idsOf({ q: '1555017788' })).toEqual([id])
  expect(await idsOf({ q: details.email })).toEqual([id])
})

it('sales handle a lead, give it to somebody and note something: in lists, JSON, CSV and its history', async () => {
  const id = await save()
  const run = async (name: 'handle' | 'reopen' | 'assign' | 'note', fields = {}) =>
    (await actOn(name, await lead(id), 'alice', fields)).result
  expect([await run('handle'), await run('handle')]).toEqual(['handled', 'handled_already'])
  expect(await idsOf({ status: 'handled' })).toContain(id)
  expect(await idsOf({ status: 'new' })).not.toContain(id)
  const owner = `Zoë ${randomUUID()}`
  expect([await run('assign', { owner }), await run('assign', { owner })]).toEqual(['assigned', 'assigned_already'])
  expect(await idsOf({ owner })).toEqual([id])
  expect(await listOwners()).toContain(owner)
  expect(await run('note', { note: 'Called back', previous_note: '' })).toBe('noted')
  expect(leadJson(await lead(id))).toMatchObject({ status: 'handled', owner, note: 'Called back' })
  const parts: string[] = []
  for await (const part of leadsCsvParts(readLeads(leadQuerySchema.parse({ owner })))) parts.push(part)
  expect(parts[0]).toMatch(/,status,owner,note,/)
  expect(parts[1]).toMatch(new RegExp(`,handled,${owner},Called back,`))
  expect([await run('reopen'), await run('reopen')]).toEqual(['reopened', 'new_already'])
  expect([await run('assign', { owner: '' }), await run('assign')]).toEqual(['unassigned', 'assigned_already'])
  expect(await kindsOf(id)).toEqual(['handled', 'assigned', 'noted', 'reopened', 'assigned'])
  expect((await historyOf(id))[1]).toMatchObject({ operator: 'alice', detail: owner })
})

it('a note that somebody else has changed meanwhile is not overwritten', async () => {
  const id = await save()
  const note = async (written: string, previous: string) =>
    (await actOn('note', await lead(id), 'bob', { note: written, previous_note: previous })).result
  const results = await Promise.all([note('One', ''), note('Two', '')])
  expect(results.toSorted()).toEqual(['note_changed', 'noted'])
  const kept = (await lead(id)).note
  expect(await note('Three', '')).toBe('note_changed')
  expect((await lead(id)).note).toBe(kept)
  // Sent twice, as by a double click.
  expect(await note(kept, '')).toBe('noted_already')
  expect(await note('Three', kept)).toBe('noted')
})

it('a release keeps in the history why the lead was quarantined', async () => {
  const id = await save({}, quarantined)
  const held = await lead(id)
  expect((await actOn('retry', held, 'alice')).result).toBe('quarantined')
  expect((await actOn('release', held, 'alice')).result).toBe('released')
  expect((await actOn('release', held, 'alice')).result).toBe('not_quarantined')
  expect(await historyOf(id)).toMatchObject([{ kind: 'released', operator: 'alice', detail: 'honeypot,many_links' }])
  expect((await actOn('retry', await lead(id), 'alice')).result).toBe('nothing_to_deliver')
})

it('a read is recorded once an hour for each operator', async () => {
  const id = await save()
  await Promise.all([recordRead(id, 'alice'), recordRead(id, 'alice'), recordRead(id, 'bob')])
  await recordRead(id, 'alice')
  const operators = (await historyOf(id)).map(({ kind, operator }) => `${kind} ${operator}`)
  expect(operators.toSorted()).toEqual(['read alice', 'read bob'])
})

it('erasing deletes all leads of the address with their history and conversations, and nothing else', async () => {
  const email = `Eve-${randomUUID()}@bank.example`
  const other = await save()
  const ids = [await save({ email }), await save({ email: email.toLowerCase() })]
  const sessionId = randomUUID()
  await saveProgress(sessionId, { language: 'en', lastFacts: [], contactAsked: true })
  const chat = { language: 'en', turns: [], dueAt: new Date(), quarantine: null }
  await createChatLead({ ...chat, sessionId, details: { email } })
  for (const id of [...ids, other]) await recordRead(id, 'alice')
  const first = await lead(ids[0] ?? '')
  expect(await countErasable(first)).toEqual({ leads: 3, conversations: 1 })
  expect(await actOn('erase', first, 'alice')).toEqual({ result: 'erased', deleted: 3 })
  expect(await idsOf({ q: email })).toEqual([])
  for (const id of ids) expect(await historyOf(id)).toEqual([])
  expect(await kindsOf(other)).toEqual(['read'])
  const database = openTestDatabase()
  expect(database.prepare('SELECT id FROM ChatSession WHERE id = ?').all(sessionId)).toEqual([])
  database.close()
})

it('of a conversation without an address, its one lead is erased', async () => {
  const chat = { language: 'en', turns: [], details: {}, dueAt: new Date(), quarantine: null }
  const [sessionId, kept] = [randomUUID(), randomUUID()]
  await createChatLead({ ...chat, sessionId })
  await createChatLead({ ...chat, sessionId: kept })
  const database = openTestDatabase()
  const find = database.prepare('SELECT id FROM Lead WHERE idempotencyKey = ?').pluck()
  const stored = await lead(String(find.get(`chat:${sessionId}`)))
  expect(await countErasable(stored)).toEqual({ leads: 1, conversations: 1 })
  expect(await actOn('erase', stored, 'alice')).toEqual({ result: 'erased', deleted: 1 })
  expect([find.get(`chat:${sessionId}`), find.get(`chat:${kept}`)]).toEqual([undefined, expect.any(String)])
  database.close()
})

it('the end of retention deletes the history too', async () => {
  const id = await save()
  await recordRead(id, 'alice')
  const database = openTestDatabase()
  database.prepare('UPDATE Lead SET receivedAt = ? WHERE id = ?').run('2020-01-01T00:00:00.000+00:00', id)
  database.close()
  await deleteOlderThan(new Date('2020-01-02'))
  expect([await findLead(id), await historyOf(id)]).toEqual([null, []])
})

it('all leads of a query are read in pages, each once', async () => {
  const company = randomUUID()
  const ids = []
  for (let count = 0; count < 5; count++) ids.push(await save({ company }))
  const seen: string[] = []
  for await (const page of readLeads(leadQuerySchema.parse({ q: company }), 2)) {
    expect(page.length).toBeLessThanOrEqual(2)
    seen.push(...page.map(({ id }) => id))
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
})
