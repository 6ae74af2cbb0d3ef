import { describeError } from './database/errors'
import { log } from './log'

/**
 * Logs an error instead of throwing it, for work that the caller can do
 * without. Resolves to undefined if the work failed.
 */
export async function tryOrLog<T>(
  failure: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    log.error(describeError(error), failure)
    return undefined
  }
}
