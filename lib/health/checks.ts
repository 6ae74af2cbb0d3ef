import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { cacheResult } from '@/lib/cache-result'
import { chatStatus, isChatEnabled } from '@/lib/chatbot/chat'
import { databaseFile } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { oldestUndelivered } from '@/lib/leads/count-store'
import { log } from '@/lib/log'
import { resolveWithin } from '@/lib/time-limit'
import { countPendingMigrations, writeHealthCheck } from './health-store'
import type { Check } from './response-schema'

// Below this, a disk is nearly full; the site writes far less than this in a
// day.
const minFreeBytes = 500 * 1024 * 1024

// How long deliveries may have failed: an hour, because a receiver may be down
// for a while and deliveries are retried.
const maxWaitSeconds = 60 * 60

const upstreamMs = 1000

const statfsMs = 1000

/**
 * How long a result of the checks and metrics is reused for everyone who asks.
 */
export const freshMs = 5000

/**
 * Runs all checks at most every 5 seconds. Never rejects, because a check that
 * fails to run is not ok.
 */
export const readChecks = cacheResult(freshMs, async (): Promise<Check[]> => {
  const written = await tryWrite()
  // Skips checks that would wait as long as the write did.
  const asked = written.reason ? [] : [countPendingMigrations(), oldestAge()]
  const [pending, age] = await Promise.all(asked.map(orUndefined))
  const upstream =
    isChatEnabled() && env.CHATBOT_URL ? [await checkUpstream()] : []
  const isDelivered = age !== undefined && age <= maxWaitSeconds
  return [
    { name: 'database_writable', required: true, ...written, unit: 'ms' },
    // Only a warning, because a newer release may be unpacked next to the
    // running site.
    {
      name: 'migrations',
      ok: pending === 0,
      required: false,
      value: pending,
      unit: 'pending',
    },
    ...(databaseFile() === undefined ? [] : [await checkSpace()]),
    {
      name: 'oldest_undelivered_lead',
      ok: isDelivered,
      required: false,
      value: age,
      unit: 'seconds',
    },
    ...upstream,
  ]
})

/**
 * Whether every new lead would be stored. Failed checks that only warn do not
 * take the site out of rotation.
 */
export function areRequiredMet(checks: Check[]): boolean {
  return checks.every(({ ok, required }) => ok || !required)
}

let wasReady = true

async function tryWrite(): Promise<Pick<Check, 'ok' | 'value' | 'reason'>> {
  const start = performance.now()
  const failure = await writeHealthCheck().then(() => undefined, describeError)
  const ok = failure === undefined
  if (!ok && wasReady) log.error(failure, 'not ready: leads cannot be stored')
  if (ok && !wasReady) log.info('ready again')
  wasReady = ok
  return {
    ok,
    value: Math.round(performance.now() - start),
    reason: failure?.reason,
  }
}

// Shares one call, because a network file system may never respond and each
// waiting call occupies one of Node's threads.
const measureSpace = cacheResult(0, async () => {
  const { bavail, bsize } = await statfs(dirname(databaseFile() ?? ''))
  return bavail * bsize
})

async function checkSpace(): Promise<Check> {
  const free = await resolveWithin(statfsMs, orUndefined(measureSpace()))
  const ok = free !== undefined && free >= minFreeBytes
  return {
    name: 'disk_space',
    ok,
    required: false,
    value: free,
    unit: 'bytes free',
  }
}

async function oldestAge(): Promise<number> {
  const since = await oldestUndelivered()
  return since ? Math.round((Date.now() - since.getTime()) / 1000) : 0
}

async function checkUpstream(): Promise<Check> {
  const start = performance.now()
  const status = await resolveWithin(upstreamMs, chatStatus()).catch(
    () => undefined,
  )
  const ms = Math.round(performance.now() - start)
  return {
    name: 'assistant_upstream',
    ok: status?.enabled === true,
    required: false,
    value: ms,
    unit: 'ms',
  }
}

function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch(() => undefined)
}
