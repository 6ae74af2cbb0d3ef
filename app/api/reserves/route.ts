import { intervalMs } from '@/lib/chain/follow-supply'
import { loadReserves } from '@/lib/chain/reserves'
import { problemResponse, routeHandler } from '@/lib/http/handler'

export const dynamic = 'force-dynamic'

// The longest wait: as long as one call to a node may take, so that programs
// get the new reading instead of the last one.
const maxWaitMs = 3_000

export const GET = routeHandler(async () => {
  const reserves = await loadReserves(maxWaitMs)
  if (!reserves) return problemResponse('not_found')
  // Lets the response expire when the next reading is due.
  const readMs = Date.now() - Date.parse(reserves.read_at ?? '1970')
  const seconds = Math.ceil((intervalMs - readMs) / 1000)
  const maxAge = Math.min(intervalMs / 1000, Math.max(1, seconds))
  return Response.json(reserves, {
    headers: { 'Cache-Control': `public, max-age=${maxAge}` },
  })
})
