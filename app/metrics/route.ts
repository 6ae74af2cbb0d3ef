import { metricsText, metricsType } from '@/lib/health/metrics-text'
import { handler, problemResponse } from '@/lib/http/handler'
import { operatorOf } from '@/lib/operator/authorize'

export const GET = handler(async (request) => {
  if (!(await operatorOf(request))) return problemResponse('unauthorized')
  return new Response(await metricsText(), {
    headers: { 'Content-Type': metricsType },
  })
})
