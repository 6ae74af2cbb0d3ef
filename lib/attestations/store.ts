import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isUniqueConflict } from '@/lib/database/faults'
import type { NewReport } from './schema'

/** What everybody may know of a report; who did something to it is for the log and the database. */
const publicFields = {
  id: true,
  title: true,
  description: true,
  fileUrl: true,
  reportDate: true,
  sha256: true,
  goldOunces: true,
  goldTokens: true,
  silverOunces: true,
  silverTokens: true,
  asOf: true,
  firm: true,
  replacesId: true,
  createdAt: true,
  withdrawnAt: true,
  withdrawnReason: true,
  restoredAt: true,
} as const

// A hundred years of months: the page shows them all at once.
const mostReports = 1200

export type StoredReport = Awaited<ReturnType<typeof listReports>>[number]

/** All reports, withdrawn and replaced ones too, newest month first and in a month the latest published first. */
export async function listReports() {
  const database = await getDatabase()
  const orderBy = [{ reportDate: 'desc' as const }, { createdAt: 'desc' as const }, { id: 'desc' as const }]
  return database.attestation.findMany({ orderBy, take: mostReports, select: publicFields })
}

type Saved = StoredReport | 'key_reused' | 'unknown_report' | 'already_replaced'

/**
 * Publishes a report as one row and returns it once the row is durable. The same key with the same report returns
 * the first one again. Of two replacements of one report the second is 'already_replaced'.
 */
export async function saveReport(
  report: NewReport,
  idempotencyKey: string,
  operator: string,
  now = new Date(),
): Promise<Saved> {
  const database = await getDatabase()
  const fields = fieldsOf(report)
  if (fields.replacesId !== null && !(await findReport(fields.replacesId))) return 'unknown_report'
  const data = { id: randomUUID(), idempotencyKey, ...fields, createdAt: now, createdBy: operator }
  try {
    return await database.attestation.create({ data, select: publicFields })
  } catch (error) {
    if (!isUniqueConflict(error)) throw error
  }
  const first = await database.attestation.findUnique({ where: { idempotencyKey }, select: publicFields })
  if (!first) return 'already_replaced'
  const same = Object.entries(fields).every(([name, value]) => first[name as keyof typeof fields] === value)
  return same ? first : 'key_reused'
}

function fieldsOf(report: NewReport) {
  return {
    title: report.title,
    description: report.description,
    fileUrl: report.file_url,
    reportDate: report.report_date,
    sha256: report.sha256,
    goldOunces: report.gold_ounces,
    goldTokens: report.gold_tokens,
    silverOunces: report.silver_ounces,
    silverTokens: report.silver_tokens,
    asOf: report.as_of,
    firm: report.firm,
    replacesId: report.replaces,
  }
}

async function findReport(id: string): Promise<StoredReport | null> {
  const database = await getDatabase()
  return database.attestation.findUnique({ where: { id }, select: publicFields })
}

/** Takes a report off the list; its row stays, with who, when and why. Of two withdrawals the second is told so. */
export async function withdrawReport(
  id: string,
  operator: string,
  reason: string | null,
  now = new Date(),
): Promise<StoredReport | 'not_found' | 'already_withdrawn'> {
  const database = await getDatabase()
  const { count } = await database.attestation.updateMany({
    where: { id, withdrawnAt: null },
    data: { withdrawnAt: now, withdrawnBy: operator, withdrawnReason: reason },
  })
  const report = await findReport(id)
  if (!report) return 'not_found'
  return count === 1 ? report : 'already_withdrawn'
}

/** Puts a withdrawn report back. */
export async function restoreReport(
  id: string,
  operator: string,
): Promise<StoredReport | 'not_found' | 'not_withdrawn'> {
  const database = await getDatabase()
  const { count } = await database.attestation.updateMany({
    where: { id, withdrawnAt: { not: null } },
    data: {
      withdrawnAt: null,
      withdrawnBy: null,
      withdrawnReason: null,
      restoredAt: new Date(),
      restoredBy: operator,
    },
  })
  const report = await findReport(id)
  if (!report) return 'not_found'
  return count === 1 ? report : 'not_withdrawn'
}
