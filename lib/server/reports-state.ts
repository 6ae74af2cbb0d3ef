import type { RequestListener } from 'node:http'
import inject from 'light-my-request'
import { log } from '@/lib/log'
import { type ReportsAnswer, reportsStatePath } from '@/lib/routes'
import { within } from '@/lib/time-limit'

// How soon another process's change shows. This process's own changes show at once.
const maxAgeMs = 1_000

// A slower database makes the visitor wait for the page itself.
const maxAnswerMs = 1_000

type ReportsState = { revision: string; yearPages: ReadonlySet<string> }

type Question = { at: number; answer: Promise<ReportsState | undefined> }

export function followReports(handle: RequestListener) {
  let asked: Question | undefined
  let latest: ReportsState | undefined
  let changes = 0
  let isDown = false

  async function read(): Promise<ReportsState | undefined> {
    if (!asked || changes > 0 || isOld(asked)) asked = question()
    return isDown && latest ? latest : ((await asked.answer) ?? latest)
  }

  function question(): Question {
    const made: Question = { at: performance.now(), answer: ask(handle) }
    void made.answer.then((state) => {
      isDown = state === undefined
      latest = state ?? latest
    })
    return made
  }

  /** Until the returned function is called, nothing that was read before counts. */
  function beginChange(): () => void {
    changes++
    return () => {
      changes--
      asked = undefined
    }
  }

  return { read, beginChange }
}

function isOld({ at }: Question): boolean {
  return performance.now() - at > maxAgeMs
}

async function ask(handle: RequestListener): Promise<ReportsState | undefined> {
  try {
    const request = inject(handle, { url: reportsStatePath, headers: { host: 'localhost' } })
    const answer = await within(maxAnswerMs, Promise.resolve(request))
    if (answer?.statusCode !== 200) return undefined
    const { revision, yearPages } = answer.json<ReportsAnswer>()
    return { revision, yearPages: new Set(yearPages) }
  } catch (error) {
    log.error({ error: (error as Error).name }, 'the revision of the reports could not be read')
    return undefined
  }
}
