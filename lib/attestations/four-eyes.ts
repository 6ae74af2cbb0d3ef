import { env } from '@/lib/env'
import { hasRole } from '@/lib/operator/roles'
import { figuresByMetal, type ReportedFigures } from './archive'
import { excessOf } from './coverage'

/**
 * Whether a report must be published by someone other than its submitter
 * (REPORTS_FOUR_EYES).
 */
export function needsSecondPerson(report: ReportedFigures): boolean {
  if (env.ATTESTATIONS_OPEN) return false
  if (env.REPORTS_FOUR_EYES !== 'shortfall') return env.REPORTS_FOUR_EYES
  return figuresByMetal(report).some(({ ounces, tokens }) =>
    excessOf(ounces, tokens).startsWith('-'),
  )
}

/** Lists who could publish what `operator` has submitted. */
export function otherPublishers(operator: string): string[] {
  return env.OPERATOR_KEYS.map(({ name }) => name).filter(
    (name) => name !== operator && hasRole(name, 'compliance'),
  )
}
