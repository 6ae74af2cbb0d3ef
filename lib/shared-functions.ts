/** Functions for the server from Next's bundle, which has modules and a database client of its own. */
type SharedFunctions = {
  reportsRevision: () => Promise<string>
  listYearPages: () => Promise<string[]>
  metricsText: () => Promise<string>
  operatorOfSession: (headers: Headers) => Promise<string | undefined>
  endSessionsOf: (operator: string) => Promise<number>
  closeDatabase: () => Promise<void>
}

const holder = globalThis as { sharedFunctions?: SharedFunctions }

export function shareFunctions(functions: SharedFunctions): void {
  holder.sharedFunctions = functions
}

/** Throws before Next has started. */
export function sharedFunctions(): SharedFunctions {
  if (!holder.sharedFunctions) throw new Error('The site has not been started.')
  return holder.sharedFunctions
}
