export type Kind = 'page' | 'file' | 'reports' | 'lead' | 'form' | 'chat' | 'end' | 'upload' | 'list'

/** The status of an answer, or the code of the error where none came. */
export type Outcome = number | string

/** A message on its way to become a lead: `code` is the word by which it is found again wherever it arrives. */
export type SentLead = {
  code: string
  hour: number
  way: 'json' | 'form' | 'spam' | 'chat'
  /** `unanswered`: the connection broke, so it may have been stored or not. */
  fate: 'acknowledged' | 'refused' | 'unanswered'
  /** The id that the answer named, or how it begins. */
  id?: string
  /** The address that was confirmed. */
  email?: string
}

/** A report as the operator was told it is; where a connection broke, any of several states. */
export type SentReport = { title: string; id?: string; allowed: (string | undefined)[] }

export type Allows = (kind: Kind, outcome: Outcome) => boolean

type Window = { name: string; allows: Allows; until: number }

export type Hour = {
  hour: number
  visitors: number
  requests: Partial<Record<Kind, number>>
  answers: Record<string, number>
  memory: number[]
  handles: number[]
  incidents: string[]
}

export type Ledger = ReturnType<typeof createLedger>

/** What was sent and answered, hour by hour. `problems` are sentences about what should not have happened. */
export function createLedger() {
  const hours: Hour[] = []
  const windows: Window[] = []
  const ledger = {
    hours,
    leads: [] as SentLead[],
    reports: [] as SentReport[],
    problems: [] as string[],
    hour: 0,
    begin(hour: number): Hour {
      const last = hours.at(-1)
      if (last?.hour === hour) return last
      const begun = { hour, visitors: 0, requests: {}, answers: {}, memory: [], handles: [], incidents: [] }
      ledger.hour = hour
      hours.push(begun)
      return begun
    },
    current: (): Hour => hours.at(-1) ?? ledger.begin(0),
    /** From now to the end of the incident, what it allows is expected. */
    openWindow(name: string, allows: Allows) {
      const window: Window = { name, allows, until: Number.POSITIVE_INFINITY }
      windows.push(window)
      ledger.current().incidents.push(name)
      return () => {
        window.until = performance.now()
      }
    },
    /** Counts an answer. One that was neither hoped for nor allowed at any time of its request is a problem. */
    record(kind: Kind, what: string, outcome: Outcome, { expected, sentAt }: { expected: Outcome[]; sentAt: number }) {
      const { requests, answers } = ledger.current()
      requests[kind] = (requests[kind] ?? 0) + 1
      const group = typeof outcome === 'number' ? `${Math.floor(outcome / 100)}xx` : 'broken'
      answers[group] = (answers[group] ?? 0) + 1
      if (expected.includes(outcome)) return
      const open = windows.filter(({ until }) => until >= sentAt)
      if (open.some(({ allows }) => allows(kind, outcome))) return
      const meanwhile = open.map(({ name }) => name).join(', ') || 'nothing was wrong'
      ledger.problems.push(`hour ${ledger.hour}: ${what} was answered ${outcome} while ${meanwhile}`)
    },
    addLead(lead: Omit<SentLead, 'hour' | 'fate'>): SentLead {
      const added: SentLead = { ...lead, hour: ledger.hour, fate: 'unanswered' }
      ledger.leads.push(added)
      return added
    },
  }
  return ledger
}
