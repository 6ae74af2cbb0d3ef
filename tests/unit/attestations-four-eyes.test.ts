import { hash, randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as list, POST as publish } from '@/app/api/attestations/route'
import { POST as change } from '@/app/api/operator/reports/route'
import { DraftView } from '@/components/operator/reports/draft-view'
import { ConsoleReportList } from '@/components/operator/reports/report-list'
import type { ReportJson } from '@/lib/attestations/json'
import { listDrafts } from '@/lib/console/reports/draft-store'
import { loadDraft } from '@/lib/console/reports/drafts'
import { loadMessages } from '@/lib/i18n/messages'
import { listActions } from '@/lib/operator/audit-store'
import { parseSettings } from '@/lib/parse-settings'
import { freshReport, keys, siteRequest } from '../support/attestations'
import { postForm, redirectOf } from '../support/console-form'
import { runSql } from '../support/database'
import { renderIn } from '../support/render'
import { setForTest } from '../support/settings'

const machine = 'erp-machine-key-0123456789-0123456789'
const covered = { silver_ounces: '1000', silver_tokens: '1000' }

beforeEach(async () => {
  await runSql('DELETE FROM AttestationDraft')
  setForTest({ REPORTS_FOUR_EYES: '', MACHINE_KEYS: `erp:${machine}` })
})

type Typed = Record<string, string>

/** Returns what an operator types for a report of an unused month. */
function typedReport(fields: Typed = {}): Typed & { draft: string } {
  return { ...freshReport(), draft: randomUUID(), ...fields }
}

/** Sends the report form and returns the query of the redirect. */
async function sendAs(key: string, fields: Typed): Promise<string> {
  const answer = await postForm(change, 'reports', fields, { key })
  return redirectOf(answer).search.slice(1)
}

const submit = (typed: Typed, key = keys.alice) =>
  sendAs(key, { ...typed, intent: 'publish' })

async function approve(draft: string, key: string, seen?: string) {
  const version = seen ?? (await loadDraft(draft))?.version ?? ''
  return sendAs(key, { intent: 'approve', draft, seen: version })
}

async function lastActions(count: number): Promise<string[]> {
  const { entries } = await listActions({})
  return entries
    .slice(0, count)
    .map(({ operator, action }) => `${operator} ${action}`)
}

/**
 * Changes a stored draft to what a version of the site without that field would
 * have stored.
 */
async function forgetField(id: string, field: string) {
  const [draft] = await runSql<{ fields: string }>(
    'SELECT fields FROM AttestationDraft WHERE id = ?',
    id,
  )
  const { [field]: _, ...fields } = JSON.parse(draft?.fields ?? '')
  await runSql(
    'UPDATE AttestationDraft SET fields = ? WHERE id = ?',
    JSON.stringify(fields),
    id,
  )
}

async function isPublished({ title, report_date }: Typed): Promise<boolean> {
  const reports: ReportJson[] = await (
    await list(siteRequest('GET', '/api/attestations'))
  ).json()
  return reports.some(
    (each) => each.report_date === report_date && each.title === title,
  )
}

const postReport = (body: object, key: string, idempotencyKey?: string) =>
  publish(
    siteRequest('POST', '/api/attestations', {
      key,
      body,
      headers: { 'Idempotency-Key': idempotencyKey },
    }),
  )

describe('a report below 100% coverage', () => {
  it('is published by a second person', async () => {
    const typed = typedReport()

    const submitted = await submit(typed)
    const before = await isPublished(typed)
    const published = await approve(typed.draft, keys.bob)

    expect({ submitted, before, published }).toEqual({
      submitted: 'done=submitted',
      before: false,
      published: 'done=added',
    })
    expect(await isPublished(typed)).toBe(true)
    expect(await listDrafts()).toEqual([])
  })

  it('is published with both people in the audit', async () => {
    const typed = typedReport()

    await submit(typed)
    await approve(typed.draft, keys.bob)

    expect(await lastActions(2)).toEqual(['bob published', 'alice submitted'])
  })

  it('cannot be published by the person who submitted it', async () => {
    const typed = typedReport()
    await submit(typed)

    const outcomes = [
      await approve(typed.draft, keys.alice),
      await submit(typed),
    ]

    expect(outcomes).toEqual(['problem=same_person', 'problem=same_person'])
    expect(await isPublished(typed)).toBe(false)
  })

  it('is published only by someone who read its latest version', async () => {
    const typed = typedReport()
    await submit(typed)
    const seen = (await loadDraft(typed.draft))?.version
    await submit({ ...typed, gold_ounces: '41249' })

    const unaware = await approve(typed.draft, keys.bob, seen)
    const aware = await approve(typed.draft, keys.bob)

    expect(unaware).toBe('problem=changed')
    expect(aware).toBe('done=added')
  })

  it('waits for the first person if the second changed it', async () => {
    const typed = typedReport()
    await submit(typed)
    const changed = { ...typed, title: 'Corrected' }

    const outcomes = [
      await submit(changed, keys.bob),
      await approve(typed.draft, keys.bob),
      await approve(typed.draft, keys.alice),
    ]

    expect(outcomes).toEqual([
      'done=submitted',
      'problem=same_person',
      'done=added',
    ])
    expect(await isPublished(changed)).toBe(true)
  })

  it('can be sent back once', async () => {
    const typed = typedReport()
    await submit(typed)
    const back = { intent: 'return', draft: typed.draft }

    const outcomes = [
      await sendAs(keys.bob, back),
      await sendAs(keys.bob, back),
    ]

    expect(outcomes).toEqual(['done=returned', 'problem=not_found'])
    expect((await loadDraft(typed.draft))?.submittedBy).toBeNull()
  })

  it('that was sent back waits again once it is submitted', async () => {
    const typed = typedReport()
    await submit(typed)
    await sendAs(keys.bob, { intent: 'return', draft: typed.draft })

    const outcome = await submit(typed)

    expect(outcome).toBe('done=submitted')
    expect((await loadDraft(typed.draft))?.submittedBy).toBe('alice')
  })

  it('submitted before an upgrade can be sent back and submitted again', async () => {
    const typed = typedReport()
    await submit(typed)
    await forgetField(typed.draft, 'report_language')

    const outcomes = [
      await sendAs(keys.bob, { intent: 'return', draft: typed.draft }),
      await approve(typed.draft, keys.alice),
      await approve(typed.draft, keys.bob),
    ]

    expect(outcomes).toEqual(['done=returned', 'done=submitted', 'done=added'])
    expect((await lastActions(3)).reverse()).toEqual([
      'bob returned',
      'alice submitted',
      'bob published',
    ])
  })

  it('is published once if the second person clicks twice', async () => {
    const typed = typedReport()
    await submit(typed)
    const seen = (await loadDraft(typed.draft))?.version

    const both = await Promise.all([
      approve(typed.draft, keys.bob, seen),
      approve(typed.draft, keys.bob, seen),
    ])

    expect(both).toEqual(['done=added', 'done=added'])
  })

  it('sent by a machine is published once if it is approved twice', async () => {
    const { id } = await (await postReport(freshReport(), machine)).json()

    const both = [await approve(id, keys.bob), await approve(id, keys.bob)]

    expect(both).toEqual(['done=added', 'done=added'])
  })

  it('sent by a machine is published once if it is completed twice', async () => {
    const report = freshReport()
    const { id } = await (await postReport(report, machine)).json()
    await sendAs(keys.bob, { intent: 'return', draft: id })
    const completed = { ...report, ...covered, draft: id }

    const both = [await submit(completed), await submit(completed)]

    expect(both).toEqual(['done=added', 'done=added'])
    expect(await listDrafts()).toEqual([])
  })

  it('is not submitted if its month is published already', async () => {
    const typed = typedReport(covered)
    await submit(typed)
    const again = { ...typed, draft: randomUUID(), silver_ounces: '1' }

    const outcome = await submit(again)

    expect(outcome).toBe('problem=month_published')
    expect((await loadDraft(again.draft))?.submittedBy).toBeNull()
  })
})

describe('the reports API', () => {
  it.each([
    { keys: 'the same key', key: randomUUID() },
    { keys: 'no key', key: undefined },
  ])(
    'creates a single draft for two identical submissions at the same time with $keys',
    async ({ key }) => {
      const report = freshReport()

      const [answer] = await Promise.all([
        postReport(report, machine, key),
        postReport(report, machine, key),
      ])

      const { id } = await answer.json()
      const { entries } = await listActions({})
      expect(entries.filter(({ subject }) => subject === id)).toHaveLength(1)
      expect(await listDrafts()).toHaveLength(1)
    },
  )

  it('returns 202 for a machine’s report, even if it is repeated', async () => {
    const report = freshReport()
    const key = randomUUID()

    const first = await postReport(report, machine, key)
    const repeated = await postReport(report, machine, key)

    const { id, ...pending } = await first.json()
    expect(first.status).toBe(202)
    expect(repeated.status).toBe(202)
    expect(pending).toMatchObject({ status: 'pending', submitted_by: 'erp' })
    expect((await repeated.json()).id).toBe(id)
    expect(await listDrafts()).toHaveLength(1)
  })

  it('does not let a machine publish its own report', async () => {
    const { id } = await (await postReport(freshReport(), machine)).json()

    const outcome = await approve(id, machine)

    expect(outcome).toBe('problem=same_person')
  })

  it('returns 201 once a person has published a machine’s report', async () => {
    const report = freshReport()
    const key = randomUUID()
    const { id } = await (await postReport(report, machine, key)).json()
    const published = await approve(id, keys.bob)

    const { status } = await postReport(report, machine, key)

    expect(published).toBe('done=added')
    expect(status).toBe(201)
  })

  it('returns the waiting report if a machine repeats it without a key', async () => {
    const report = freshReport()
    const answers = [
      await (await postReport(report, machine)).json(),
      await (await postReport(report, machine)).json(),
      await (await postReport({ ...report, title: 'Other' }, machine)).json(),
      await (await postReport(report, keys.alice)).json(),
    ]

    const [first, repeated, ...others] = answers.map(({ id }) => id)
    expect(repeated).toBe(first)
    expect(others).not.toContain(first)
    expect(await listDrafts()).toHaveLength(3)
  })

  it('warns a machine about months that have the same file', async () => {
    const sha256 = hash('sha256', randomUUID())
    const first = freshReport({ sha256 })
    const { id } = await (await postReport(first, machine)).json()
    await approve(id, keys.bob)

    const second = await (
      await postReport(freshReport({ sha256 }), machine)
    ).json()

    expect(second.same_file_months).toEqual([first.report_date])
  })

  it('lets no machine publish what a person has submitted', async () => {
    const typed = typedReport()
    await submit(typed)

    const outcome = await approve(typed.draft, machine)

    expect(outcome).toBe('problem=person_needed')
    expect(await isPublished(typed)).toBe(false)
  })

  it('returns errors for a report that was sent back and for a reused key', async () => {
    const report = freshReport()
    const key = randomUUID()
    const { id } = await (await postReport(report, keys.alice, key)).json()
    const reused = await postReport(
      { ...report, title: 'Other' },
      keys.alice,
      key,
    )
    await sendAs(keys.bob, { intent: 'return', draft: id })
    const returned = await postReport(report, keys.alice, key)

    expect((await reused.json()).error.code).toBe('idempotency_key_reused')
    expect(returned.status).toBe(409)
    expect((await returned.json()).error.code).toBe('returned')
  })
})

describe('REPORTS_FOUR_EYES', () => {
  it.each([
    ['', 201, 202],
    ['true', 202, 202],
    ['false', 201, 201],
  ])(
    'set to %j answers full coverage with %i and lower coverage with %i',
    async (value, whole, below) => {
      setForTest({ REPORTS_FOUR_EYES: value })

      const answers = [
        await postReport(freshReport(covered), keys.alice),
        await postReport(freshReport(), keys.alice),
      ]

      expect(answers.map(({ status }) => status)).toEqual([whole, below])
    },
  )

  it('does not apply with ATTESTATIONS_OPEN', async () => {
    setForTest({ ATTESTATIONS_OPEN: 'true' })

    expect((await postReport(freshReport(), keys.alice)).status).toBe(201)
  })

  it('must not be true with ATTESTATIONS_OPEN', () => {
    const { problems } = parseSettings({
      APP_SECRET: 'x'.repeat(32),
      REPORTS_FOUR_EYES: 'true',
      ATTESTATIONS_OPEN: 'true',
    })

    expect(problems).toEqual([
      expect.stringMatching(/^REPORTS_FOUR_EYES must not be true with/),
    ])
  })
})

describe('the report console', () => {
  const words = loadMessages('fr')

  async function draftPage(draft: string, operator: string) {
    const loaded = await loadDraft(draft)
    if (!loaded) throw new Error('There is no draft.')
    const page = createElement(DraftView, {
      draft: loaded,
      query: {},
      operator,
    })
    return renderIn('fr', await words, page)
  }

  it('offers to publish a submitted report only to another person', async () => {
    const { draft, ...typed } = typedReport()
    await submit({ ...typed, draft })
    const { waiting } = (await words).OperatorReports

    const [own, other] = [
      await draftPage(draft, 'alice'),
      await draftPage(draft, 'bob'),
    ]

    expect(own).toContain(waiting.own)
    expect(own).toContain('bob')
    expect(own).not.toContain('value="approve"')
    expect(other).toContain('value="approve"')
    expect(other).toContain(waiting.other.replace('{operator}', 'alice'))
  })

  it('says that nobody else may publish a submitted report', async () => {
    const { draft, ...typed } = typedReport()
    await submit({ ...typed, draft })
    setForTest({ OPERATOR_ROLES: 'bob:sales' })

    expect(await draftPage(draft, 'alice')).toContain(
      (await words).OperatorReports.waiting.nobody,
    )
  })

  it.each([
    ['', true],
    ['false', false],
  ])(
    'with REPORTS_FOUR_EYES=%j, says that no report is waiting: %s',
    async (value, isSaid) => {
      setForTest({ REPORTS_FOUR_EYES: value })
      const props = { archive: [], drafts: [], query: {} }
      const html = renderIn(
        'fr',
        await words,
        createElement(ConsoleReportList, props),
      )
      const { none } = (await words).OperatorReports.waiting

      expect(html.includes(none)).toBe(isSaid)
    },
  )
})
