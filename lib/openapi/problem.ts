import { z } from 'zod'
import { type ProblemCode, statuses } from '@/lib/http/error-response'

const codes = Object.keys(statuses) as [ProblemCode]

/** This document, as far as it describes itself. */
export const documentSchema = z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })

/** What every failed request is answered with. */
export const problemSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum(codes),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Of `invalid_fields`: the codes of what is wrong, by field.'),
  }),
})
