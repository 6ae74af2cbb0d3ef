import { log } from '@/lib/log'
import { sharedFunctions } from '@/lib/shared-functions'
import { within } from '@/lib/within'

// Milliseconds before another process's change is looked for. This process's own show at once.
const unaskedMs = 250

// With a slower database the page itself waits, and tells the visitor.
const maxMs = 1_000

/** Follows the reports: what they are now, and which pages of years they have. */
export function createReportsRevision() {
  let asked: { at: number; revision: Promise<string | undefined>; known?: string | undefined } | undefined
  let listed: { revision: string; paths: Promise<Set<string> | undefined> } | undefined

  /** Undefined when the database does not answer in time. */
  function read(): Promise<string | undefined> {
    if (asked && isRecent(asked.at)) return asked.revision
    const asking: typeof asked = { at: performance.now(), revision: inTime(sharedFunctions().reportsRevision) }
    asked = asking
    asking.revision.then((revision) => {
      asking.known = revision
    })
    return asking.revision
  }

  /** What `read` has told within the last quarter of a second, if it has. */
  function recent(): string | undefined {
    return asked && isRecent(asked.at) ? asked.known : undefined
  }

  /** Whether there is such a page of a year; undefined when the database does not answer in time. */
  async function hasYearPage(path: string): Promise<boolean | undefined> {
    const revision = await read()
    if (revision === undefined) return undefined
    if (listed?.revision !== revision) listed = { revision, paths: listPaths() }
    const current = listed
    const paths = await current.paths
    if (!paths && listed === current) listed = undefined
    return paths?.has(path)
  }

  function forget(): void {
    asked = undefined
  }

  return { read, recent, hasYearPage, forget }
}

function isRecent(moment: number): boolean {
  return performance.now() - moment <= unaskedMs
}

async function listPaths(): Promise<Set<string> | undefined> {
  const paths = await inTime(sharedFunctions().listYearPages)
  return paths && new Set(paths)
}

async function inTime<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await within(maxMs, ask())
  } catch (error) {
    log.error({ error: (error as Error).name }, 'the revision of the reports could not be read')
    return undefined
  }
}
