// The reasons are in docs/decisions/15-server-limits.md.
import { env } from '@/lib/env'

/** Longer than proxies keep a connection (mostly 60 s): they would otherwise send into a closed one. */
export const keepAliveBehindProxyMs = 65_000

const behindProxy = env.TRUSTED_PROXY_HOPS > 0

/** Options of node:http; times in milliseconds, sizes in bytes. */
export const parserLimits = {
  headersTimeout: 10_000,
  // For the files of reports; other bodies have `bodyMs`.
  requestTimeout: 300_000,
  // With Node's 30 s a limit of 10 s could take 40.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
  // The request filter checks it, and answers with our headers.
  requireHostHeader: false,
  keepAliveTimeout: behindProxy ? keepAliveBehindProxyMs : 10_000,
}

/** Milliseconds in which a body has to arrive, but for those of addresses that take files: 25 MB need 0.7 Mbit/s. */
export const bodyMs = 20_000

/** Milliseconds without progress in reading or writing; the assistant may take 15 s. */
export const idleMs = 30_000

export const maxRequestsPerConnection = 1_000

// A trusted proxy's connections share one address: the limit is then the proxy's task.
export function maxConnectionsPerClient(): number {
  return behindProxy ? Number.POSITIVE_INFINITY : env.MAX_CONNECTIONS_PER_CLIENT
}

/** How much of an unwanted body is read, and how long its sender has to read the answer before the connection is cut. */
export const unreadLimits = { bytes: 256 * 1024, ms: 1_000, checkEveryMs: 10 }
