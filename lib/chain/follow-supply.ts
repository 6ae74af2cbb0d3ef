import { demoReading } from '@/lib/attestations/demo'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { outsideRequest } from '@/lib/process-state'
import { shareInProcess } from '@/lib/share-in-process'
import { resolveWithin } from '@/lib/time-limit'
import { tryOrLog } from '@/lib/try-or-log'
import { type TokenContract, tokenContracts } from './contracts'
import { ChainFailure, describeFailure } from './failure'
import { readSupply } from './read-supply'
import { isShown, type SupplyReading } from './reading'
import { loadReading, saveReading } from './reading-store'

/** The shortest time between two readings, even by different processes. */
export const intervalMs = 60_000

// The longest time between two requests to a node that keeps failing.
const maxBackOffMs = 10 * intervalMs

type State = {
  latest?: SupplyReading
  reading: Promise<void>
  /** When the next reading may start, on the clock of `performance.now()`. */
  nextAt: number
  /** The failures of nodes whose last response was not used, by address. */
  failing: Record<string, { times: number; retryAt: number }>
}

const state = shareInProcess('supplyState', emptyState)

function emptyState(): State {
  return { reading: Promise.resolve(), nextAt: 0, failing: {} }
}

/** Forgets readings and failures, as a restart does. */
export function forgetSupply() {
  Object.assign(state, { latest: undefined, ...emptyState() })
}

/**
 * Returns the last reading unless it is too old to be shown. Starts a new
 * reading after a minute, so that the chain is read only while someone asks,
 * and waits up to `maxWaitMs` for it.
 */
export async function followSupply(
  maxWaitMs: number,
): Promise<SupplyReading | undefined> {
  const now = performance.now()
  if (now >= state.nextAt) {
    state.nextAt = now + intervalMs
    state.reading = outsideRequest(readNext)
  }
  await resolveWithin(maxWaitMs, state.reading)
  const { latest } = state
  return latest && isShown(latest) ? latest : undefined
}

async function readNext() {
  const contracts = tokenContracts()
  const stored = await tryOrLog(
    'the last reading of the tokens outstanding could not be loaded',
    () => loadReading(contracts),
  )
  state.latest = stored ?? state.latest
  const readAt = state.latest?.readAt.getTime() ?? 0
  const ageMs = Math.abs(Date.now() - readAt)
  if (ageMs < intervalMs) {
    // Counts the minute from the time of the reading, which may have taken
    // seconds or come from another process.
    state.nextAt = performance.now() - ageMs + intervalMs
    return
  }
  const reading = await readFromFirst(contracts)
  if (!reading) return
  state.latest = reading
  await tryOrLog(
    'a reading of the tokens outstanding could not be stored',
    () => saveReading(contracts, reading),
  )
}

async function readFromFirst(
  contracts: TokenContract[],
): Promise<SupplyReading | undefined> {
  if (env.DEMO && !env.CHAIN_RPC_URL) return demoReading()
  for (const url of env.CHAIN_RPC_URL ?? []) {
    if ((state.failing[url]?.retryAt ?? 0) > performance.now()) continue
    try {
      const reading = await readSupply(url, env.CHAIN_ID, contracts)
      refuseOlder(reading)
      delete state.failing[url]
      metrics.chainReads.inc({ outcome: 'read' })
      return reading
    } catch (error) {
      postpone(url, describeFailure(error))
    }
  }
  return undefined
}

/**
 * Refuses a block older than the block that pages show, so that figures do not
 * go back in time. Only a test chain replaces finalized blocks.
 */
function refuseOlder({ block }: SupplyReading) {
  const { latest } = state
  if (latest && block < latest.block && isShown(latest))
    throw new ChainFailure(
      'behind',
      `block ${block} is older than ${latest.block}, which pages show`,
    )
}

function postpone(url: string, { kind, message }: ChainFailure) {
  const times = (state.failing[url]?.times ?? 0) + 1
  const waitMs = Math.min(intervalMs * 2 ** (times - 1), maxBackOffMs)
  // Ends the wait half an interval early, so that the node is asked again at
  // the next reading.
  const retryAt = performance.now() + waitMs - intervalMs / 2
  state.failing[url] = { times, retryAt }
  metrics.chainReads.inc({ outcome: kind })
  // Logs only the host, because the path often contains a key.
  const { host } = new URL(url)
  log.warn(
    { host, kind, detail: message },
    'the tokens outstanding could not be read',
  )
}
