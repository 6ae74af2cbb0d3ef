import { z } from 'zod'
import { tidyCode } from '@/lib/typed-text'

/** What an operator signs in with: the key, and the one-time code of an operator who has a second factor. */
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
