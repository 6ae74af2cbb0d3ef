import { metricsText, metricsType } from '@/lib/health/metrics-text'
import { problemResponse, routeHandler } from '@/lib/http/handler'
import { operatorOf } from '@/lib/operator/authorize'

export const GET = routeHandler(async (request) => {
  if (!(await operatorOf(request))) return problemResponse('unauthorized')
  return new Response(await metricsText(), {
    headers: { 'Content-Type': metricsType },
  })
})
