import { z } from 'zod'
import { tidyCode } from '@/lib/typed-text'

/**
 * An operator's credentials: the key, and a one-time code if the operator has a
 * second factor.
 */
export const keySchema = z.object({
  key: z
    .string({ error: 'required' })
    .overwrite(tidyCode)
    .min(1, { error: 'required' }),
  code: z
    .string({ error: 'invalid' })
    .overwrite(tidyCode)
    .max(32, { error: 'invalid' })
    .optional(),
})
