import { z } from 'zod'

export const checkNames = [
  'database_writable',
  'migrations',
  'disk_space',
  'oldest_undelivered_lead',
  'assistant_upstream',
] as const

export const checkSchema = z.strictObject({
  name: z.enum(checkNames),
  ok: z.boolean(),
  /**
   * Whether the site is not ready if this check fails, because it could not
   * store leads.
   */
  required: z.boolean(),
  value: z.number().optional(),
  /** Why the database cannot be used, and what to do about it. */
  reason: z.string().optional(),
  unit: z.enum(['ms', 'pending', 'bytes free', 'seconds']).optional(),
})

export type Check = z.output<typeof checkSchema>

export const readySchema = z.strictObject({
  status: z.enum(['ok', 'unavailable']),
  checks: z.array(checkSchema),
})
