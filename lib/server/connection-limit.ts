import type { Socket } from 'node:net'
import { env } from '@/lib/env'
import { limitKeysOf, networkOf } from '@/lib/http/request'
import { createThrottledWarning } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'

/**
 * Returns a listener for new connections that closes those of a client that has
 * too many.
 */
export function createConnectionLimit() {
  // Does not limit a trusted proxy, because its connections share one address
  // and the proxy limits its own clients.
  const maxOpen =
    env.TRUSTED_PROXY_HOPS > 0
      ? Number.POSITIVE_INFINITY
      : env.MAX_CONNECTIONS_PER_CLIENT
  const openOf = new Map<string, number>()

  function changeCount(key: string, difference: number) {
    const count = (openOf.get(key) ?? 0) + difference
    if (count > 0) openOf.set(key, count)
    else openOf.delete(key)
  }

  return function limitConnection(socket: Socket) {
    const keys = limitKeysOf(networkOf(socket.remoteAddress ?? ''))
    const isRefused = keys.some(
      ({ key, shares }) => (openOf.get(key) ?? 0) >= maxOpen * shares,
    )
    if (isRefused) {
      countRefusal('MAX_CONNECTIONS_PER_CLIENT')
      return socket.destroy()
    }
    const changeCounts = (difference: number) => {
      for (const { key } of keys) changeCount(key, difference)
      metrics.connections.inc(difference)
    }
    changeCounts(1)
    socket.once('close', () => changeCounts(-1))
  }
}

const warnOfRefusal = createThrottledWarning(
  'too many connections: refusing new ones',
)

export function countRefusal(
  limit: 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_CLIENT',
) {
  metrics.limitsHit.inc({ limit })
  warnOfRefusal()
}
