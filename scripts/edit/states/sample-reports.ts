import { createHash } from 'node:crypto'
import { demoReports } from '@/lib/attestations/demo'
import type { DraftFields } from '@/lib/attestations/drafts/schema'
import { createDraft } from '@/lib/attestations/drafts/store'
import { mapFields, type NewReport } from '@/lib/attestations/fields'
import { addMonths, currentDay, currentMonth, startOf } from '@/lib/attestations/month'
import { maxReportsOnPage } from '@/lib/attestations/pages'
import { restoreReport, saveReport, withdrawReport } from '@/lib/attestations/store'
import { getDatabase } from '@/lib/database/client'

const operator = 'editor'
const firm = 'Thornquist & Vale LLP'
const now = new Date()
const thisMonth = currentMonth(now)

/** What each sample file holds, so that it can be chosen on the page and its fingerprint is known. */
export const sampleFiles = {
  current: `demonstration report ${addMonths(thisMonth, -2)}`,
  withdrawn: 'a report that was withdrawn',
  replaced: 'a report that was replaced',
}

/** Drafts that states are shown with. */
export const sampleDrafts = {
  incomplete: '0b000000-0000-4000-8000-000000000001',
  complete: '0b000000-0000-4000-8000-000000000002',
}

/** The reports of the demonstration, and one of each kind that it lacks. */
export async function fillReports() {
  for (const { report, publishedAt, withdrawal } of demoReports(now)) {
    const { id } = await save(report, publishedAt)
    if (withdrawal) await withdrawReport(id, operator, withdrawal.reason, withdrawal.at)
  }
  await saveReplaced()
  await saveWithdrawn()
  await saveWithoutFigures()
  await saveEarlierYears()
  await saveDrafts()
}

export async function saveOneReport() {
  const [first] = demoReports(now)
  if (first) await save({ ...first.report, report_date: lastMonth() }, now)
}

async function saveReplaced() {
  const month = addMonths(thisMonth, -4)
  const report = sampleReport({ title: 'Reserve attestation, first version', report_date: month })
  const { id } = await save({ ...report, sha256: sha256(sampleFiles.replaced) }, startOf(lastMonth()))
  await save({ ...report, title: 'Reserve attestation, second version', sha256: null, replaces: id }, now)
}

async function saveWithdrawn() {
  const report = sampleReport({ title: 'Reserve attestation, withdrawn', report_date: addMonths(thisMonth, -5) })
  const { id } = await save({ ...report, sha256: sha256(sampleFiles.withdrawn) }, startOf(lastMonth()))
  await withdrawReport(id, operator, 'The file was a draft without its last page.')
  await restoreReport(id, operator)
  await withdrawReport(id, operator, 'It had the figures of another month.')
}

async function saveWithoutFigures() {
  const report_date = addMonths(thisMonth, -6)
  await save(sampleReport({ title: 'Letter on the count of the bars', report_date }), now)
  const noTokens = { gold_ounces: '1000', gold_tokens: '0', as_of: currentDay(startOf(lastMonth())), firm }
  await save({ ...sampleReport({ title: 'Attestation before the first token', report_date }), ...noTokens }, now)
}

// One year fills two pages; before it lie months without a report.
async function saveEarlierYears() {
  const year = Number(thisMonth.slice(0, 4)) - 5
  for (let number = 1; number <= maxReportsOnPage + 1; number++) {
    const month = `${year}-${String((number % 12) + 1).padStart(2, '0')}`
    await save(sampleReport({ title: `Reserve attestation ${number}`, report_date: month }), startOf(`${year + 1}-01`))
  }
  await save(sampleReport({ title: 'First attestation', report_date: `${year - 1}-02` }), startOf(`${year}-01`))
}

async function saveDrafts() {
  const month = addMonths(thisMonth, -2)
  await saveDraft({})
  await saveDraft({ title: 'Reserve attestation, incomplete', report_date: month }, sampleDrafts.incomplete)
  const complete = { title: 'Reserve attestation, complete', report_date: month, file_url: addressOf('complete') }
  await saveDraft(complete, sampleDrafts.complete)
}

async function saveDraft(fields: Partial<DraftFields>, id?: string) {
  const draft = await createDraft({ ...mapFields(() => ''), ...fields }, operator)
  const database = await getDatabase()
  if (id) await database.attestationDraft.update({ where: { id: draft.id }, data: { id } })
}

function sampleReport(given: Pick<NewReport, 'title' | 'report_date'>): NewReport {
  return { ...mapFields(() => null), ...given, file_url: addressOf(given.title) }
}

function addressOf(name: string): string {
  return `https://reports.thornquist-vale.example/halcrest/${encodeURIComponent(name)}.pdf`
}

async function save(report: NewReport, publishedAt: Date) {
  const stored = await saveReport(report, `sample ${report.report_date} ${report.title}`, operator, publishedAt)
  if (typeof stored === 'string') throw new Error(`${report.title}: ${stored}`)
  return stored
}

function lastMonth(): string {
  return addMonths(thisMonth, -1)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
