import { mediaTypes } from '@/lib/http/api-table'
import {
  mediaType,
  problemResponse,
  readJsonBody,
  routeHandler,
  validated,
} from '@/lib/http/handler'
import { isFormOfBrowser } from '@/lib/http/posted-form'
import {
  clientOf,
  idempotencyKeyOf,
  isCrossSite,
  sendsPrivacyControl,
} from '@/lib/http/request'
import { submissionSchema } from '@/lib/leads/context'
import { countQuarantined } from '@/lib/leads/count-store'
import { salesChannels } from '@/lib/leads/delivery/channels'
import { isConfigured } from '@/lib/leads/delivery/configured-channels'
import { answerFormPost } from '@/lib/leads/form-post'
import { leadJson } from '@/lib/leads/json'
import { listLeads } from '@/lib/leads/list-store'
import { cursorAfter, leadQuerySchema } from '@/lib/leads/query'
import { outcomeResponse, submitLead } from '@/lib/leads/submit'
import { log } from '@/lib/log'
import { recordAction } from '@/lib/operator/audit-store'
import { authorizeRead, operatorSending } from '@/lib/operator/authorize'
import { recordOf } from '@/lib/text'

/**
 * Stores a submission. Answers 201 to JSON once it is durable, and 303 to a
 * form posted without JavaScript.
 */
export const POST = routeHandler(
  async (request) => {
    const client = clientOf(request)
    if (isCrossSite(request)) {
      if (!isFormOfBrowser(request)) return problemResponse('cross_site')
      return answerFormPost(request, { client, refusal: 'cross_site' })
    }
    const sending = await operatorSending(request, client)
    if (sending?.problem) return sending.problem
    const operator = sending?.operator
    if (mediaType(request) === mediaTypes.form)
      return answerFormPost(request, { client, operator })
    const idempotencyKey = idempotencyKeyOf(request)
    if (!idempotencyKey) return problemResponse('invalid_idempotency_key')
    const body = await readJsonBody(request, submissionSchema)
    if (body.problem) return body.problem
    const token = request.headers.get('form-token')
    const { context: sent, ...contact } = body.value
    const context = sendsPrivacyControl(request) ? undefined : sent
    const outcome = await submitLead(contact, {
      client,
      idempotencyKey,
      token,
      operator,
      context,
    })
    return outcomeResponse(outcome)
  },
  { checksOriginItself: true },
)

export const GET = routeHandler(async (request) => {
  const { operator, problem } = await authorizeRead(request, 'sales')
  if (problem) return problem
  const { searchParams } = new URL(request.url)
  const parsed = validated(leadQuerySchema, Object.fromEntries(searchParams))
  if (parsed.problem) return parsed.problem
  const query = parsed.value
  const leads = await listLeads(query)
  const page = leads.slice(0, query.limit)
  log.info({ operator, leads: page.length, format: 'json' }, 'leads read')
  if (page.length > 0)
    await recordAction(operator, 'exported', { count: page.length })
  const last = page.at(-1)
  return Response.json({
    leads: page.map(leadJson),
    next_cursor: last && leads.length > page.length ? cursorAfter(last) : null,
    quarantined: await countQuarantined(),
    delivery: recordOf(salesChannels, isConfigured),
  })
})
