import * as z from 'zod/v4/core'
import { fieldProblems } from '@/lib/http/body'
import type { FieldProblems } from '@/lib/http/error-response'
import { site } from '@/lib/site'
import { type NewReport, pathOfFile } from './fields'
import { isFileKept, keptFingerprint } from './files'
import { reportSchemaSince } from './schema'
import type { saveReport } from './store'

type Checked = { report: NewReport; fields?: undefined } | { report?: undefined; fields: FieldProblems }

export type Published = Awaited<ReturnType<typeof saveReport>> | { fields: FieldProblems }

/** A report as it would be published, or the codes of what is wrong with it, by field. */
export async function checkReport(typed: unknown): Promise<Checked> {
  const parsed = z.safeParse(reportSchema, typed)
  return parsed.success ? withFingerprint(parsed.data) : { fields: fieldProblems(parsed.error) }
}

/** A report with the fingerprint of its file where the site keeps that, or how it contradicts the file, by field. */
export async function withFingerprint(report: NewReport): Promise<Checked> {
  const sha256 = await keptFingerprint(report.file_url)
  if (sha256 === undefined) return { report }
  if (!(await isFileKept(sha256))) return { fields: { file_url: ['unknown_file'] } }
  if (report.sha256 !== null && report.sha256 !== sha256) return { fields: { sha256: ['other_file'] } }
  return { report: { ...report, file_url: pathOfFile(sha256), sha256 } }
}

/** The schema of a new report with the server's own founding year. */
export const reportSchema = reportSchemaSince(site.founded)
