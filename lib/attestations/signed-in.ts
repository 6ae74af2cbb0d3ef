import { headers } from 'next/headers'
import { log } from '@/lib/log'
import { operatorOfSession } from '@/lib/operator/session'

/** The operator who looks at the page, if one does. A database that is away signs nobody in. */
export async function signedInOperator(): Promise<string | undefined> {
  const requestHeaders = await headers()
  try {
    return await operatorOfSession(requestHeaders, { touch: false })
  } catch (error) {
    log.error({ error: (error as Error).name }, 'the operator of a page could not be looked up')
    return undefined
  }
}
