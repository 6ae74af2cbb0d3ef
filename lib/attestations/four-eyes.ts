import { env } from '@/lib/env'
import { listAccepted } from '@/lib/operator/keys'
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
export async function otherPublishers(operator: string): Promise<string[]> {
  const operators = await listAccepted('OPERATOR_KEYS')
  return operators.filter(
    (name) => name !== operator && hasRole(name, 'compliance'),
  )
}
