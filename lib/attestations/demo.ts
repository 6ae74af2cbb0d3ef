import { hash } from 'node:crypto'
import type { SupplyReading } from '@/lib/chain/reading'
import { closeDatabase } from '@/lib/database/client'
import { dayMs } from '@/lib/durations'
import { env } from '@/lib/env'
import { site } from '@/lib/site'
import type { Metal } from './archive'
import type { NewReport } from './fields'
import { addMonths, currentDay, currentMonth, startOf } from './month'
import { withdrawReport } from './report-changes'
import { saveReport } from './report-store'

type DemoReport = {
  report: NewReport
  publishedAt: Date
  withdrawal?: { at: Date; reason: string }
}

const months = 24
const withoutReport = 9
const withdrawn = 16
const operator = 'demo'

export async function fillDemo() {
  if (!env.DEMO)
    throw new Error(
      'Invented reports are only for demonstrations: start one with `npm run demo`.',
    )
  for (const { report, publishedAt, withdrawal } of demoReports(new Date())) {
    const { report: stored, refusal } = await saveReport(
      report,
      `demo-${report.report_date}-${report.title.length}`,
      operator,
      { now: publishedAt },
    )
    if (refusal) throw new Error(`${report.title}: ${refusal.code}`)
    if (withdrawal)
      await withdrawReport(
        stored.id,
        operator,
        withdrawal.reason,
        withdrawal.at,
      )
  }
  await closeDatabase()
}

/** Invents a reading: some tokens were redeemed since the latest report. */
export function demoReading(): SupplyReading {
  const now = new Date()
  const { report } = demoReports(now).at(-1) ?? {}
  return {
    block: Math.floor(now.getTime() / 2000) - 800_000_000,
    blockAt: now,
    readAt: now,
    gold: ofMetal('gold', (Number(report?.gold_tokens) - 12.25).toFixed(2)),
    silver: ofMetal(
      'silver',
      (Number(report?.silver_tokens) - 480.5).toFixed(1),
    ),
  }
}

/**
 * Invents two years of reports up to `now`: one month is missing, and one
 * report was withdrawn and republished.
 */
function demoReports(now: Date): DemoReport[] {
  return Array.from({ length: months }, (_, index) => index).flatMap(
    (index) => {
      const report = demoReport(
        addMonths(currentMonth(now), index - months),
        index,
      )
      const publishedAt = new Date(
        `${addMonths(report.report_date, 1)}-${String(8 + ((index * 5) % 11)).padStart(2, '0')}`,
      )
      if (index === withoutReport || publishedAt > now) return []
      if (index !== withdrawn) return [{ report, publishedAt }]
      const at = new Date(publishedAt.getTime() + 3 * dayMs)
      const withdrawal = {
        at,
        reason: 'The file was a draft without its last page.',
      }
      const draft = {
        ...report,
        title: `${report.title} (draft)`,
        sha256: hash('sha256', 'draft'),
      }
      return [
        { report: draft, publishedAt, withdrawal },
        { report, publishedAt: at },
      ]
    },
  )
}

function demoReport(month: string, index: number): NewReport {
  const asOf = currentDay(new Date(startOf(addMonths(month, 1)).getTime() - 1))
  const goldTokens = 38_000 + 1150 * index + 900 * Math.sin(index / 2.3)
  const silverTokens =
    2_450_000 + 61_000 * index + 140_000 * Math.sin(index / 3.1)
  const goldOunces = goldTokens * (1.0004 + 0.0003 * Math.sin(index * 1.7))
  const silverOunces = silverTokens * (1.0009 + 0.0007 * Math.cos(index * 1.3))
  return {
    title: `Reserve attestation, ${asOf}`,
    description:
      'Count and weight of the bars in both vaults, reconciled with the tokens outstanding.',
    report_date: month,
    file_url: `https://reports.example/${month}.pdf`,
    sha256: hash('sha256', `demonstration report ${month}`),
    gold_ounces: ofMetal('gold', goldOunces.toFixed(3)),
    gold_tokens: ofMetal('gold', goldTokens.toFixed(3)),
    silver_ounces: ofMetal('silver', silverOunces.toFixed(3)),
    silver_tokens: ofMetal('silver', silverTokens.toFixed(3)),
    as_of: asOf,
    firm: site.attestor ?? 'Example Audit LLP',
    report_language: 'en',
    replaces: null,
  }
}

/** Returns a figure if the brand confirms its metal, and otherwise null. */
function ofMetal(metal: Metal, figure: string): string | null {
  return site.metals.includes(metal) ? figure : null
}
