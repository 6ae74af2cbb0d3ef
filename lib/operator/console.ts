import 'server-only'
import { headers } from 'next/headers'
import { redirect, unstable_rethrow } from 'next/navigation'
import { isDatabaseError } from '@/lib/database/errors'
import { log } from '@/lib/log'
import { operatorOfSession } from './session'

export type Visited<Content> = { operator: string | undefined; content: Content }

/**
 * Loads a page of the console for the operator who is signed in; with `otherwise`, an address to sign in at, nobody else
 * gets there. Undefined when the database is away.
 */
export async function visitConsole<Content>(
  load: (operator: string | undefined) => Promise<Content>,
  otherwise?: string,
): Promise<Visited<Content> | undefined> {
  try {
    const operator = await operatorOfSession(await headers(), { touch: true })
    if (!operator && otherwise) redirect(otherwise)
    return { operator, content: await load(operator) }
  } catch (error) {
    unstable_rethrow(error)
    if (!isDatabaseError(error)) throw error
    log.error({ error: (error as Error).name }, 'a page of the console could not be loaded')
    return undefined
  }
}
