import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'

/** Changes to the list by one client, whoever it is: with ATTESTATIONS_OPEN it may be anyone. */
export const changeRateLimit = createRateLimit(
  'LIMIT_ATTESTATIONS_PER_CLIENT',
  () => env.LIMIT_ATTESTATIONS_PER_CLIENT,
  10 * 60,
)
