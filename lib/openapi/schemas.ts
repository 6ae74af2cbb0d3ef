import { z } from 'zod'
import { reportSchema } from '@/lib/attestations/report-changes'
import * as reports from '@/lib/attestations/response-schema'
import { withdrawalSchema } from '@/lib/attestations/schema'
import { reservesSchema } from '@/lib/chain/response-schema'
import * as chat from '@/lib/chatbot/schema'
import { actionResults } from '@/lib/console/leads/actions'
import { bulkSchema, updateSchema } from '@/lib/console/leads/schema'
import { checkSchema, readySchema } from '@/lib/health/response-schema'
import { fieldCodes } from '@/lib/http/field-codes'
import { type ProblemCode, problemStatuses } from '@/lib/http/handler'
import {
  cardSubmissionSchema,
  contextSchema,
  submissionSchema,
} from '@/lib/leads/context'
import { leadSchemas } from '@/lib/leads/json'
import { contactSchema } from '@/lib/leads/schema'
import { roles } from '@/lib/operator/role-names'
import { assertionSchema, newPasskeySchema } from '@/lib/operator/schema'
import { mapValues } from '@/lib/text'
import operations from './operations.json' with { type: 'json' }
import described from './schemas.json' with { type: 'json' }

// Describes these fields with simpler patterns, because some client generators
// do not understand the server's own checks.
for (const [field, format] of Object.entries(operations.formats)) {
  const schema = contactSchema.shape[field as keyof typeof operations.formats]
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...format })
}

const requests = {
  ContactSubmission: submissionSchema,
  ContactForm: z.object({
    ...contactSchema.shape,
    language: z.string().optional(),
  }),
  SubmittedContext: contextSchema,
  LeadUpdate: updateSchema,
  LeadsAction: bulkSchema,
  PasskeyAnswer: assertionSchema,
  NewPasskeyAnswer: newPasskeySchema,
  NewReport: reportSchema,
  Withdrawal: withdrawalSchema,
  ChatRequest: chat.chatRequestSchema,
  ChatSessionEnd: chat.endRequestSchema,
  ChatFeedback: chat.feedbackSchema,
  ContactCard: cardSubmissionSchema,
}

const answers = {
  Problem: z.strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(problemStatuses) as [ProblemCode]),
      fields: z
        .record(z.string(), z.array(z.enum(fieldCodes)))
        .optional()
        .describe(
          'With `invalid_fields`: error codes by field, under `body` if it is not an object. `required` means missing or empty, `invalid` another type or format.',
        ),
      replaces: z
        .string()
        .optional()
        .describe(
          'With `month_published`: the report that a new one has to replace.',
        ),
      role: z
        .enum(roles)
        .optional()
        .describe('With `wrong_role`: the role that the operator lacks.'),
    }),
  }),
  ...leadSchemas,
  LeadActionResult: z.strictObject({
    result: z
      .enum(actionResults)
      .describe(
        'If an action is repeated, nothing changes, and the result says so.',
      ),
    deleted: z
      .int()
      .optional()
      .describe('After an erasure: the number of deleted leads.'),
  }),
  Report: reports.reportResponseSchema,
  PublishedReport: reports.publishedResponseSchema,
  ReportEvent: reports.eventSchema,
  ReportList: z.array(reports.reportResponseSchema),
  ReportLog: reports.logResponseSchema,
  ReportLogEntry: reports.logEntrySchema,
  ReportLogKey: reports.logKeySchema,
  Reserves: reservesSchema,
  ChatAnswer: chat.chatAnswerSchema,
  ChatSource: chat.sourceSchema,
  ChatStatus: chat.statusSchema,
  Readiness: readySchema,
  ReadinessCheck: checkSchema,
}

export function reference(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

export function componentSchemas(): Record<string, object> {
  return {
    ...described,
    ...converted(requests, 'input'),
    ...converted(answers, 'output'),
  }
}

function converted(
  named: Record<string, z.core.$ZodType>,
  io: 'input' | 'output',
) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    // Removes defaults from requests, because generated types treat a field
    // with a default as always present.
    override: ({ jsonSchema }) => {
      if (io === 'input') delete jsonSchema.default
    },
  })
  return mapValues(schemas, ({ $schema, $id, ...schema }, title) => {
    return { title, ...schema }
  })
}
