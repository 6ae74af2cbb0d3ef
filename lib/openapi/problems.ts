import { mediaTypes, type Operation } from '@/lib/http/api-table'
import { type ProblemCode, problemStatuses } from '@/lib/http/handler'
import { mapValues } from '@/lib/text'
import { reference } from './schemas'

/**
 * Returns the problems with which an operation can answer. A body can be
 * refused for its format or its origin, and cannot be stored while the database
 * is unavailable.
 */
export function problemCodesOf({
  authorization,
  role,
  body,
  rateLimits,
}: Operation): ProblemCode[] {
  return [
    ...(body
      ? ([
          'malformed',
          'cross_site',
          'too_large',
          'wrong_type',
          'invalid_fields',
          'unavailable',
        ] as const)
      : []),
    ...(rateLimits.length > 0 ? (['rate_limited'] as const) : []),
    ...(authorization === 'none'
      ? []
      : (['unauthorized', 'unavailable'] as const)),
    ...(role ? (['wrong_role'] as const) : []),
    ...(authorization === 'operator or open'
      ? (['cross_site', 'wrong_type', 'not_configured'] as const)
      : []),
  ]
}

const problemDetails: Partial<Record<ProblemCode, object>> = {
  invalid_fields: { fields: { email: ['invalid_email'] } },
  wrong_role: { role: 'admin' },
  month_published: { replaces: '0b9d7c52-5a1e-4f6b-8c55-7be2f1f0a3d4' },
}

const retryAfter = {
  'Retry-After': {
    description: 'Whole seconds to wait.',
    schema: { type: 'integer' },
  },
}

/** Describes problems by status, with an example of each code. */
export function problemItems(codes: ProblemCode[]) {
  const known = (Object.keys(problemStatuses) as ProblemCode[]).filter((code) =>
    codes.includes(code),
  )
  const groups = Object.groupBy(known, (code) =>
    String(problemStatuses[code]),
  ) as Record<string, ProblemCode[]>
  return mapValues(groups, (group) => {
    const waits =
      group.includes('rate_limited') || group.includes('unavailable')
    const samples = group.map((code) => [
      code,
      { value: { error: { code, ...problemDetails[code] } } },
    ])
    const narrowed = {
      properties: { error: { properties: { code: { enum: group } } } },
    }
    const schema = { allOf: [reference('Problem'), narrowed] }
    return {
      description: group.join(', '),
      ...(waits && { headers: retryAfter }),
      content: {
        [mediaTypes.json]: { schema, examples: Object.fromEntries(samples) },
      },
    }
  })
}
