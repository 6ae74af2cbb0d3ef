import 'server-only'
import { headers } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import { describeError } from '@/lib/database/errors'
import { mediaTypes } from '@/lib/http/api-table'
import {
  errorResponse,
  mediaType,
  type Problem,
  problemResponse,
  routeHandler,
} from '@/lib/http/handler'
import {
  correctionLimit,
  isFormOfBrowser,
  languageOf,
  type PostedForm,
  readForm,
  referrerOf,
  seeOther,
  senderKeyOf,
} from '@/lib/http/posted-form'
import {
  findRefusedInput,
  storeRefusedInput,
} from '@/lib/http/refused-input-store'
import { isCrossSite } from '@/lib/http/request'
import { splitPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { authorizeOperatorChange } from '@/lib/operator/authorize'
import {
  consoleAddress,
  ownAddress,
  type Query,
  signInAddress,
} from '@/lib/operator/console-paths'
import type { Role } from '@/lib/operator/role-names'
import { roleProblem } from '@/lib/operator/roles'
import { operatorOfSession } from '@/lib/operator/session'

/**
 * Loads the content for the signed-in operator, if there is one with the role.
 * Returns undefined while the database is unavailable.
 */
export async function visitConsole<Content>(
  role: Role | undefined,
  load: (operator: string) => Promise<Content>,
) {
  try {
    const operator = await operatorOfSession(await headers(), { touch: true })
    const isAdmitted = operator !== undefined && !roleProblem(operator, role)
    return { operator, content: isAdmitted ? await load(operator) : undefined }
  } catch (error) {
    unstable_rethrow(error)
    const failure = describeError(error)
    if (!failure.reason) throw error
    log.error(failure, 'a console page could not be loaded')
    return undefined
  }
}

export type Action = {
  form: URLSearchParams
  locale: Locale
  operator: string
  /** Whether a program acts, with a machine key. */
  isMachine: boolean
  request: Request
}

/**
 * The console page to redirect to, such as `{ path: '/operator/leads', query: {
 * done: 'erased' } }`.
 */
export type Destination = { path: string; query?: Query; cookie?: string }

type Act = (action: Action) => Promise<Destination | Response> | Destination

type Options = {
  /** The role that the operator needs; `act` itself may ask for another. */
  role?: Role
  /** The page of the form, if the browser does not name it. */
  pageOf: (form: URLSearchParams, request: Request) => string
  /** The fields that a refused form shows again. */
  typed?: readonly string[]
  read?: (request: Request, isAdmitted: boolean) => Promise<PostedForm>
  /** Answers requests that are not forms, for programs. */
  answerJson?: (request: Request, operator: string) => Promise<Response>
}

/**
 * Handles a console form and redirects (303) to the destination from `act`. If
 * the form is refused, redirects a browser back to its page with a code and the
 * input, via the sign-in page if the session has ended. Programs get the problem
 * as JSON.
 */
export function consoleAction(
  act: Act,
  {
    role,
    pageOf,
    typed = [],
    read = (request) => readForm(request),
    answerJson,
  }: Options,
) {
  async function answerProgram(request: Request, admitted: Admitted) {
    if (answerJson && mediaType(request) !== mediaTypes.form)
      return answerJson(request, admitted.operator)
    return answerForm(request, admitted, await read(request, true))
  }

  async function answerBrowser(
    request: Request,
    admitted: Admitted | Response,
  ) {
    const isRefused = admitted instanceof Response
    const posted = await read(request, !isRefused)
    const answer = isRefused
      ? admitted
      : await answerForm(request, admitted, posted)
    if (answer.status < 400) return answer
    const { form } = posted
    const { error } = await answer.json()
    const stored = await storeTyped(form, request, typed)
    const locale = languageOf(form, request)
    const page = consoleAddress(locale, pageOf(form, request))
    return redirectToForm(request, page, error, stored)
  }

  async function answerForm(
    request: Request,
    admitted: Admitted,
    { form, problem }: PostedForm,
  ) {
    const locale = languageOf(form, request)
    return problem ?? redirectAfter(act, { ...admitted, form, locale, request })
  }

  return routeHandler(
    async (request) => {
      const admitted = await admit(request, role)
      if (isFormOfBrowser(request)) return answerBrowser(request, admitted)
      return admitted instanceof Response
        ? admitted
        : answerProgram(request, admitted)
    },
    { showsRefusals: true },
  )
}

type Admitted = Pick<Action, 'operator' | 'isMachine'>

/** Returns the operator who may make a change, or the refusal. */
async function admit(
  request: Request,
  role: Role | undefined,
): Promise<Admitted | Response> {
  if (isCrossSite(request)) return problemResponse('cross_site')
  try {
    const authorized = await authorizeOperatorChange(request, role)
    if (authorized.problem) return authorized.problem
    const { operator, isMachine = false } = authorized
    return { operator, isMachine }
  } catch (error) {
    return errorResponse(error as Error, request)
  }
}

/** Never rejects, because a form has to show its page again after an error. */
async function redirectAfter(act: Act, action: Action): Promise<Response> {
  try {
    const done = await act(action)
    if (done instanceof Response) return done
    const { path, query, cookie } = done
    return seeOther(consoleAddress(action.locale, path, query), cookie)
  } catch (error) {
    return errorResponse(error as Error, action.request)
  }
}

/**
 * Stores the fields of a form that was not saved, and returns the parameter
 * that makes the page show them again.
 */
export async function storeTyped(
  form: URLSearchParams,
  request: Request,
  fields: readonly string[],
): Promise<Query> {
  const typed = fields
    .filter((name) => form.has(name))
    .map((name) => [name, form.get(name) ?? ''])
  const sender = senderKeyOf(request)
  if (typed.length === 0 || (await correctionLimit.take(sender)) > 0) return {}
  return {
    draft: await storeRefusedInput(
      { values: Object.fromEntries(typed) },
      sender,
    ),
  }
}

export type Typed = Partial<Record<string, string>>

export async function findTyped(
  draft: Query[string],
): Promise<Typed | undefined> {
  return (await findRefusedInput(draft))?.values
}

// Parameters that belong to one answer and not to the page.
const ofOneAnswer = ['done', 'problem', 'draft', 'role']

function redirectToForm(
  request: Request,
  page: string,
  { code, role }: Problem['error'],
  stored: Query,
): Response {
  const referrer = referrerOf(request)
  const own = ownAddress(referrer && referrer.pathname + referrer.search)
  const [shown = '', search] = (own ?? page).split('?', 2)
  const query = new URLSearchParams(search)
  for (const name of ofOneAnswer) query.delete(name)
  const { path, locale } = splitPath(shown)
  const isSignedOut = code === 'unauthorized'
  const address = consoleAddress(locale, path, {
    ...Object.fromEntries(query),
    ...stored,
    refused: isSignedOut ? undefined : code,
    role,
  })
  return seeOther(isSignedOut ? signInAddress(locale, address) : address)
}
