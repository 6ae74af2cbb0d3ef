import { median } from '../bench/results'
import type { Day } from './incidents'

/** What a process may have more of at the end of a day than at its beginning, once nobody is there. */
const growth = { heapMiB: 16, residentRatio: 1.15, handles: 4 }

const mebibyte = 1024 * 1024
const warmUpVisitors = 1_500
const warmUpPerSecond = 100

type Measured = { pid: number | undefined; heapMiB: number; handles: number }

/** Notes memory and handles of the process that serves, each second, in the hour's row. */
export function startSampling({ site, ledger }: Day) {
  const samples: { pid: number; resident: number }[] = []
  const timer = setInterval(() => {
    const [pid, resident, handles] = [site.serving(), site.residentMiB(), site.handles()]
    if (pid === undefined || resident === undefined || handles === undefined) return
    samples.push({ pid, resident })
    ledger.current().memory.push(resident)
    ledger.current().handles.push(handles)
  }, 1_000)
  return { samples, stop: () => clearInterval(timer) }
}

/** Has every part of a new process used, then measures it with nobody there. */
export async function warmUp(day: Day): Promise<Measured> {
  const { traffic, stop } = day
  const goal = traffic.visitors() + warmUpVisitors
  traffic.setRate(warmUpPerSecond)
  await stop.until('enough visitors have come', () => traffic.visitors() >= goal)
  return measureQuiet(day)
}

/** Waits until nobody is connected and nothing is delivered, then measures. */
export async function measureQuiet({ site, traffic, client, stop }: Day): Promise<Measured> {
  traffic.setRate(0)
  await traffic.waitUntilEmpty()
  await client.closeConnections()
  // Connections that the site opened to receivers are kept for some seconds.
  let last = Number.NaN
  let since = performance.now()
  await stop.until('the number of open handles stays', () => {
    const now = site.handles() ?? Number.NaN
    if (now !== last) since = performance.now()
    last = now
    return performance.now() - since > 6_000
  })
  const { heapUsed, external } = await site.memoryInUse()
  return { pid: site.serving(), heapMiB: Math.round((heapUsed + external) / mebibyte), handles: last }
}

/** Sentences about what grew in one process between two quiet moments, and from the first third of its time to the last. */
export function judgeGrowth(first: Measured, last: Measured, resident: number[]): string[] {
  const third = Math.floor(resident.length / 3)
  const [early, late] = [median(resident.slice(0, third)), median(resident.slice(-third))]
  return [
    first.pid !== last.pid && 'the process that was measured at first is not there any more',
    last.heapMiB - first.heapMiB > growth.heapMiB && `memory in use grew from ${first.heapMiB} to ${last.heapMiB} MiB`,
    last.handles - first.handles > growth.handles && `open handles grew from ${first.handles} to ${last.handles}`,
    third > 0 && late / early > growth.residentRatio && `resident memory grew from ${early} to ${late} MiB`,
  ].filter((sentence) => sentence !== false)
}
