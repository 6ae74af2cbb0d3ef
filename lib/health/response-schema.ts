import { z } from 'zod'
import { checkNames, checkUnits } from './check-names'

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
