// The limits of the HTTP server. docs/decisions/15-server-limits.md gives their reasons.
import { env } from '@/lib/env'

const behindProxy = env.TRUSTED_PROXY_HOPS > 0

/** What node:http takes when a server is made; times in milliseconds, sizes in bytes. */
export const parserLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  // Node's own 30 s would let a limit of 10 s last 40.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
  // Checked by the request filter, whose answer has the headers of every answer.
  requireHostHeader: false,
  // A front that keeps connections for 60 s, as most do, must never find one closed as it sends a request.
  keepAliveTimeout: behindProxy ? 65_000 : 10_000,
}

/** Milliseconds a connection may stand still while its answer is made or read; the assistant may take 15 s. */
export const idleMs = 30_000

export const maxRequestsPerConnection = 1_000

export const maxConnections = env.MAX_CONNECTIONS

// All connections from a trusted proxy have its address: how many a visitor gets is then for the proxy to say.
export const maxConnectionsPerClient = behindProxy ? Number.POSITIVE_INFINITY : env.MAX_CONNECTIONS_PER_CLIENT

/** What of a body that nobody wanted is thrown away before the connection is cut. */
export const unreadLimits = { bytes: 256 * 1024, ms: 1_000, checkEveryMs: 10 }
