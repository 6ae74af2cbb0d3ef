import { areRequiredMet, recentChecks } from '@/lib/health/checks'
import { handler } from '@/lib/http/handler'
import { operatorOf } from '@/lib/operator/authorize'
import { isStopping } from '@/lib/process-state'

const retrySeconds = 5

/**
 * Whether the site can store leads and is not shutting down: 200 or 503, with
 * each check. Operators also see the values. Results may be up to 5 seconds
 * old.
 */
export const GET = handler(async (request) => {
  const checks = await recentChecks()
  const names = checks.map(({ name, ok, required, reason }) => ({
    name,
    ok,
    required,
    reason,
  }))
  if (isStopping() || !areRequiredMet(checks)) {
    const headers = { 'Retry-After': String(retrySeconds) }
    return Response.json(
      { status: 'unavailable', checks: names },
      { status: 503, headers },
    )
  }
  return Response.json({
    status: 'ok',
    checks: (await operatorOf(request)) ? checks : names,
  })
})
