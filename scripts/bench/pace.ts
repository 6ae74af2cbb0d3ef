import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

type Times = { 'per second': number; 'p50 ms': number; 'p99 ms': number }

/** Starts so many calls a second whether or not earlier ones have ended; times count from when a call was due. */
export async function atRate(perSecond: number, seconds: number, call: () => Promise<void>): Promise<Times> {
  const record = createRecord()
  const start = performance.now()
  const calls: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index * 1000) / perSecond
    if (due > performance.now()) await wait(due - performance.now())
    calls.push(call().then(() => record.add(performance.now() - due)))
  }
  await Promise.all(calls)
  return record.summary((performance.now() - start) / 1000)
}

/** Repeats a call in so many lines at once, each as fast as it is answered. */
export async function asFastAsPossible(lines: number, seconds: number, call: () => Promise<void> | void) {
  const record = createRecord()
  const start = performance.now()
  const until = start + seconds * 1000
  const repeat = async () => {
    while (performance.now() < until) {
      const begin = performance.now()
      await call()
      record.add(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: lines }, repeat))
  return record.summary((performance.now() - start) / 1000)
}

function createRecord() {
  const histogram = createHistogram()
  const milliseconds = (percentile: number) => Number((histogram.percentile(percentile) / 1000).toFixed(2))
  return {
    add: (ms: number) => histogram.record(Math.max(1, Math.round(ms * 1000))),
    summary: (seconds: number): Times => ({
      'per second': Math.round(histogram.count / seconds),
      'p50 ms': milliseconds(50),
      'p99 ms': milliseconds(99),
    }),
  }
}
