/** What the server calls of the site that Next has bundled, which has modules and a database client of its own. */
type SharedFunctions = {
  reportsRevision: () => Promise<string>
  /** The operator whose session these headers carry, if any. */
  operatorOfSession: (headers: Headers) => Promise<string | undefined>
}

const holder = globalThis as { sharedFunctions?: SharedFunctions }

/** Called once, as Next starts. */
export function shareFunctions(functions: SharedFunctions): void {
  holder.sharedFunctions = functions
}

/** Throws before Next has started. */
export function sharedFunctions(): SharedFunctions {
  if (!holder.sharedFunctions) throw new Error('The site has not been started.')
  return holder.sharedFunctions
}
