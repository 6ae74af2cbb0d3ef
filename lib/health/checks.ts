import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { chatStatus, isChatEnabled } from '@/lib/chatbot/chat'
import { databaseFile } from '@/lib/database/client'
import { env } from '@/lib/env'
import { oldestUndelivered } from '@/lib/leads/list-store'
import { within } from '@/lib/within'
import type { Check } from './check-names'
import { tryWrite } from './readiness'
import { shareResult } from './share-result'
import { countPendingMigrations } from './store'

/** Below it a disk is nearly full; what the site adds in a day is far less. */
const minFreeBytes = 500 * 1024 * 1024

/** A receiver may be away for a while, and what failed is tried again within this hour. */
const maxWaitSeconds = 60 * 60

// The upstream's own limit is longer than those who ask whether the site is ready wait.
const upstreamMs = 1000

/** All checks, at most 5 seconds old. Never rejects: what cannot be found out is not well. */
export const recentChecks = shareResult(async (): Promise<Check[]> => {
  const written = await tryWrite()
  const file = databaseFile()
  const [pending, age] = await Promise.all([countPendingMigrations(), oldestAge()].map(orUndefined))
  const upstream = isChatEnabled() && env.CHATBOT_URL ? [await checkUpstream()] : []
  return [
    { name: 'database_writable', ok: written.ok, required: true, value: written.ms, unit: 'ms' },
    { name: 'migrations', ok: pending === 0, required: true, value: pending, unit: 'pending' },
    // The disk of a database server is watched there.
    ...(file === undefined ? [] : [await checkSpace(file)]),
    {
      name: 'oldest_undelivered_lead',
      ok: age !== undefined && age <= maxWaitSeconds,
      required: false,
      value: age,
      unit: 'seconds',
    },
    ...upstream,
  ]
})

/** Whether every lead that comes would be kept. What only warns takes the site out of no rotation. */
export function areRequiredMet(checks: Check[]): boolean {
  return checks.every(({ ok, required }) => ok || !required)
}

async function checkSpace(file: string): Promise<Check> {
  const free = await orUndefined(freeBytes(file))
  const ok = free !== undefined && free >= minFreeBytes
  return { name: 'disk_space', ok, required: false, value: free, unit: 'bytes free' }
}

async function freeBytes(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file))
  return bavail * bsize
}

/** Seconds since the lead was received that waits longest to be delivered; 0 where none waits. */
async function oldestAge(): Promise<number> {
  const receivedAt = await oldestUndelivered()
  return receivedAt ? Math.max(0, Math.round((Date.now() - receivedAt.getTime()) / 1000)) : 0
}

async function checkUpstream(): Promise<Check> {
  const start = performance.now()
  const status = await within(upstreamMs, chatStatus()).catch(() => undefined)
  const ms = Math.round(performance.now() - start)
  return { name: 'assistant_upstream', ok: status?.enabled === true, required: false, value: ms, unit: 'ms' }
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch(() => undefined)
}
