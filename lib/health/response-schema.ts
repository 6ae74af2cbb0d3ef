import { z } from 'zod'

export const checkNames = [
  'database_writable',
  'migrations',
  'disk_space',
  'oldest_undelivered_lead',
  'assistant_upstream',
] as const

const checkUnits = ['ms', 'pending', 'bytes free', 'seconds'] as const

/** What is checked. `required`: without it a lead would be lost, and the site is not ready. */
export type Check = {
  name: (typeof checkNames)[number]
  ok: boolean
  required: boolean
  value?: number
  unit?: (typeof checkUnits)[number]
}

export const checkSchema = z.strictObject({
  name: z.enum(checkNames),
  ok: z.boolean(),
  /** Whether the site is not ready without it. */
  required: z.boolean(),
  value: z.number().optional(),
  unit: z.enum(checkUnits).optional(),
})

/** The answer of `GET /readyz`. */
export const readySchema = z.strictObject({ status: z.enum(['ok', 'unavailable']), checks: z.array(checkSchema) })
