import { env } from '@/lib/env'
import { createLimit } from '@/lib/http/limits'

/** Changes to the list by one client, whoever it is: with ATTESTATIONS_OPEN it may be anyone. */
export const changeLimit = createLimit(env.LIMIT_ATTESTATIONS_PER_CLIENT, 10 * 60)
