import type { Action, Destination } from '@/lib/console/console-action'
import { problemResponse, readJsonBody } from '@/lib/http/handler'
import { log } from '@/lib/log'
import { recordAction } from '@/lib/operator/audit-store'
import { consolePaths } from '@/lib/operator/console-paths'
import { hasOperatorKey } from '@/lib/operator/keys'
import { removePasskeys, renamePasskey } from '@/lib/operator/passkey-store'
import { addPasskey } from '@/lib/operator/passkeys'
import { passkeyObstacle } from '@/lib/operator/relying-party'
import { roleProblem } from '@/lib/operator/roles'
import { newPasskeySchema, passkeyNameSchema } from '@/lib/operator/schema'
import { browserName } from '@/lib/operator/session'
import { revokeSessions } from '@/lib/operator/session-store'

/** Adds a passkey that the operator's browser has made. */
export async function createPasskey(
  request: Request,
  operator: string,
): Promise<Response> {
  if (passkeyObstacle() || !hasOperatorKey(operator))
    return problemResponse('not_configured')
  const body = await readJsonBody(request, newPasskeySchema)
  if (body.problem) return body.problem
  const name = browserName(request.headers.get('user-agent')) ?? operator
  if (!(await addPasskey(operator, name, body.value)))
    return problemResponse('wrong_passkey')
  log.info({ operator }, 'passkey added')
  await recordAction(operator, 'passkey_added')
  return Response.json({ name }, { status: 201 })
}

const intents = { rename, remove, reset }

/** Renames or removes a passkey, or resets another operator's. */
export function changePasskeys(
  action: Action,
): Promise<Destination | Response> | Destination {
  const asked = action.form.get('intent') ?? ''
  return Object.hasOwn(intents, asked)
    ? intents[asked as keyof typeof intents](action)
    : toOverview({ refused: 'malformed' })
}

function toOverview(query: Destination['query']): Destination {
  return { path: consolePaths.overview, query }
}

async function rename({ form, operator }: Action) {
  const name = passkeyNameSchema.safeParse(form.get('name'))
  if (!name.success) return problemResponse('invalid_fields')
  const id = form.get('passkey') ?? ''
  const isRenamed = await renamePasskey(operator, id, name.data)
  return toOverview(
    isRenamed ? { done: 'passkey_renamed' } : { problem: 'passkey_gone' },
  )
}

async function remove({ form, operator }: Action) {
  const removed = await removePasskeys(operator, form.get('passkey') ?? '')
  if (removed === 0) return toOverview({ problem: 'passkey_gone' })
  log.info({ operator }, 'passkey removed')
  await recordAction(operator, 'passkey_removed')
  return toOverview({ done: 'passkey_removed' })
}

/**
 * Removes all passkeys of an operator who has lost them, so that the operator
 * can sign in with the key again, and ends the sessions.
 */
async function reset({ form, operator }: Action) {
  const refusal = roleProblem(operator, 'admin')
  if (refusal) return refusal
  const subject = form.get('operator') ?? ''
  const removed = await removePasskeys(subject)
  if (removed > 0) {
    await revokeSessions({ operator: subject })
    log.info({ operator, subject, removed }, 'passkeys reset')
    await recordAction(operator, 'passkeys_reset', { subject })
  }
  return { path: consolePaths.admin, query: { done: 'passkeys_reset' } }
}
