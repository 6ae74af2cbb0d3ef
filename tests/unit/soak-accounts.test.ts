import { describe, expect, it } from 'vitest'
import { settleAccounts } from '@/scripts/soak/accounts'
import { createLedger, type SentLead } from '@/scripts/soak/ledger'
import { judgeGrowth } from '@/scripts/soak/memory'
import type { ListedLead } from '@/scripts/soak/operators'

const id = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'
const delivered = { delivered_at: '2026-01-01T00:00:00Z', next_at: null, last_error: null }
const waiting = { delivered_at: null, next_at: '2026-01-01T00:00:00Z', last_error: 'ECONNREFUSED' }
const sent: SentLead = { code: 'abc', hour: 9, way: 'json', fate: 'acknowledged', id }
const row: ListedLead = {
  id,
  source: 'form',
  email: 'visitor@banque.example',
  message: 'Please call us, reference abc.',
  quarantine: null,
  mail: delivered,
  webhook: delivered,
}
const mail = `Message-ID: <lead-${id}@localhost>\r\n\r\nPlease call us, reference abc.`
const post = { headers: { 'webhook-id': id }, body: '{"message":"Please call us, reference abc."}' }

type Case = { lead?: Partial<SentLead>; rows?: ListedLead[]; mails?: string[]; posts?: (typeof post)[] }

function settle({ lead = {}, rows = [row], mails = [mail], posts = [post] }: Case) {
  return settleAccounts({ leads: [{ ...sent, ...lead }], reports: [] }, { leads: rows, reports: [] }, { mails, posts })
}

describe('the accounts of a day', () => {
  it('balance where a lead is stored once and has arrived by mail and webhook', () => {
    const { problems, waiting: late, repeated } = settle({})
    expect([problems, late, repeated]).toEqual([[], [], 0])
  })

  it.each<[string, Case]>([
    ['was acknowledged and is not stored', { rows: [], mails: [], posts: [] }],
    ['is stored 2 times', { rows: [row, { ...row, id: 'another' }] }],
    ['was refused and is stored', { lead: { fate: 'refused' } }],
    [`was acknowledged as 1234 and is ${id}`, { lead: { id: '1234' } }],
    ['left eve@bank.example, and', { lead: { email: 'eve@bank.example' } }],
    ['is quarantined', { rows: [{ ...row, quarantine: ['honeypot'] }], mails: [], posts: [] }],
    ['is not quarantined', { lead: { way: 'spam' } }],
    ['stored and was never sent', { rows: [row, { ...row, message: 'reference ddd' }] }],
    ['mail: said to be delivered, and it never arrived', { mails: [] }],
    ['webhook: said to be delivered, and it never arrived', { posts: [] }],
    ['no reason is given', { rows: [{ ...row, mail: { ...waiting, last_error: null } }], mails: [] }],
    ['mail: quarantined, and it was delivered', { lead: { way: 'spam' }, rows: [{ ...row, quarantine: ['links'] }] }],
    ['says something else than the lead', { mails: [mail.replace('abc', 'xyz')] }],
  ])('name a lead that %s', (problem, change) => {
    expect(settle(change).problems.join('\n')).toContain(problem)
  })

  it('name what still waits, with its reason, and count what came twice', () => {
    const late = settle({ rows: [{ ...row, mail: waiting }], mails: [] })
    expect([late.problems, late.waiting]).toEqual([[], [`lead ${id}, mail: ECONNREFUSED`]])
    expect(settle({ mails: [mail, mail] }).repeated).toBe(1)
  })

  it('let a lead whose answer was lost be stored or not', () => {
    expect(settle({ lead: { fate: 'unanswered', id: undefined } }).problems).toEqual([])
    expect(settle({ lead: { fate: 'unanswered' }, rows: [], mails: [], posts: [] }).problems).toEqual([])
  })

  it('name a report that is missing, doubled or in another state', () => {
    const report = { id: 'r1', title: 'Report a', status: 'current' }
    const of = (reports: (typeof report)[], allowed = ['current']) =>
      settleAccounts(
        { leads: [], reports: [{ title: 'Report a', id: 'r1', allowed }] },
        { leads: [], reports },
        { mails: [], posts: [] },
      ).problems
    expect(of([report])).toEqual([])
    expect(of([])).toEqual(['Report a was acknowledged and is not listed'])
    expect(of([report, report])).toEqual(['Report a is listed 2 times'])
    expect(of([report], ['withdrawn'])).toEqual(['Report a is current, and should be withdrawn'])
  })
})

describe('the ledger', () => {
  it('takes an answer that was not hoped for as a problem, but where an incident allows it', () => {
    const ledger = createLedger()
    ledger.begin(3)
    const record = (outcome: number | string, sentAt = performance.now()) =>
      ledger.record('page', 'GET /', outcome, { expected: [200], sentAt })
    record(200)
    const close = ledger.openWindow('crash', (_, outcome) => typeof outcome === 'string')
    const meanwhile = performance.now()
    record('ECONNRESET')
    record(500)
    close()
    record('ECONNRESET', meanwhile)
    record('ECONNRESET', Number.POSITIVE_INFINITY)
    expect(ledger.problems).toEqual([
      'hour 3: GET / was answered 500 while crash',
      'hour 3: GET / was answered ECONNRESET while nothing was wrong',
    ])
    expect(ledger.current()).toMatchObject({ requests: { page: 5 }, answers: { '2xx': 1, '5xx': 1, broken: 3 } })
  })
})

describe('what a process takes', () => {
  const quiet = { pid: 7, heapMiB: 60, handles: 25 }
  const flat = Array(30).fill(200)

  it('may be a little more at the end of a day', () => {
    expect(judgeGrowth(quiet, { pid: 7, heapMiB: 64, handles: 26 }, [...flat, 210])).toEqual([])
  })

  it('is a problem where memory or handles grew, or where it is another process', () => {
    expect(judgeGrowth(quiet, { pid: 8, heapMiB: 90, handles: 60 }, [...flat, ...Array(15).fill(300)])).toEqual([
      'the process that was measured at first is not there any more',
      'memory in use grew from 60 to 90 MiB',
      'open handles grew from 25 to 60',
      'resident memory grew from 200 to 300 MiB',
    ])
  })
})
