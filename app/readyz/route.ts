import { areRequiredMet, readChecks } from '@/lib/health/checks'
import type { Check } from '@/lib/health/response-schema'
import { routeHandler } from '@/lib/http/handler'
import { operatorOf } from '@/lib/operator/authorize'
import { isStopping } from '@/lib/process-state'

const retrySeconds = 5

/**
 * Answers 200 if the site can store leads and is not shutting down, and
 * otherwise 503. Lists each check, with its values if an operator asks. Results
 * may be up to 5 seconds old.
 */
export const GET = routeHandler(async (request) => {
  const results = await readChecks()
  const checks = (await isOperator(request, results))
    ? results
    : results.map(({ name, ok, required, reason }) => {
        return { name, ok, required, reason }
      })
  if (isStopping() || !areRequiredMet(results)) {
    const headers = { 'Retry-After': String(retrySeconds) }
    return Response.json(
      { status: 'unavailable', checks },
      { status: 503, headers },
    )
  }
  return Response.json({ status: 'ok', checks })
})

/**
 * Recognizes nobody during a database outage, because a revoked key would still
 * seem valid.
 */
async function isOperator(request: Request, checks: Check[]): Promise<boolean> {
  const isOutage = checks.some(({ reason }) => reason !== undefined)
  return !isOutage && (await operatorOf(request)) !== undefined
}
