import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { Health } from '@/components/operator/health'
import { applyLeadAction } from '@/lib/console/leads/actions'
import {
  exportParameters,
  packFilters,
  readListQuery,
} from '@/lib/console/leads/list-query'
import { loadHealth } from '@/lib/console/overview'
import { changeLead } from '@/lib/leads/change-store'
import { recordEvent } from '@/lib/leads/history-store'
import { listLeads } from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { proxyMismatch } from '@/lib/process-state'
import { deliveriesOf, runSql, storedTime } from '../support/database'
import { forgetLeads, newYear, storeDelivery } from '../support/delivery'
import { expectTexts } from '../support/expect-texts'
import {
  findStored,
  messages,
  operator,
  saveQuarantined,
  sendListJson,
  showLead,
  showList,
} from '../support/lead-console'
import { storeNextLead } from '../support/leads'
import { renderIn } from '../support/render'
import { setForTest } from '../support/settings'
import { webhookSettings } from '../support/sinks'

const { OperatorLeads: words } = messages

describe('the console’s pages', () => {
  it('describe what happened to a lead', async () => {
    const id = await storeNextLead()
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
    const id = await storeNextLead()
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
    await storeNextLead({ email })

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
    const id = await storeNextLead({ phone: '+33 (0)1 99 00 12 34' })

    const page = await showLead(id)

    expect(page).toContain('href="tel:+33199001234"')
    expect(page).toMatch(/href="mailto:[^"?]+\?subject=[^"]+%3A%20[0-9A-F]{8}"/)
  })

  it('ask before a lead is erased', async () => {
    const id = await storeNextLead()

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
    const id = await storeNextLead()

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
    const id = await storeNextLead()
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
    setForTest(webhookSettings({ port: 1 }))

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
    const id = await storeNextLead({ company })
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
    setForTest(webhookSettings({ port: 1 }))

    const list = await showList({ q: company })

    const { progress, actions } = words
    expectTexts(list, [progress.abandoned, progress.delivered, actions.retry])
  })

  it('show the outcome of each delivery of a lead', async () => {
    const id = await savePartlyDelivered(randomUUID())
    setForTest(webhookSettings({ port: 1 }))

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
    setForTest(webhookSettings({ port: 1 }))

    const retried = await sendListJson({ action: 'retry', ids })

    expect(retried).toEqual({ changed: 2 })
    for (const id of ids)
      expect((await deliveriesOf(id)).webhook?.abandonedAt).toBeNull()
  })

  describe('of a list with more than 50 leads', () => {
    const company = randomUUID()
    const rowsOn = (list: string) => list.match(/<th scope="row"/g)?.length

    beforeAll(async () => {
      for (let count = 0; count < 51; count++) await storeNextLead({ company })
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
  const waiting = await storeNextLead()
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
    await storeNextLead()
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
