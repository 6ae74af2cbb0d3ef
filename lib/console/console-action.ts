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
  isFormOfBrowser,
  languageOf,
  type PostedForm,
  readForm,
  seeOther,
} from '@/lib/http/posted-form'
import { isCrossSite } from '@/lib/http/request'
import type { Locale } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { authorizeOperatorChange } from '@/lib/operator/authorize'
import { consoleAddress, type Query } from '@/lib/operator/console-paths'
import type { Authorized } from '@/lib/operator/keys'
import type { Role } from '@/lib/operator/role-names'
import { roleProblem } from '@/lib/operator/roles'
import { operatorOfSession } from '@/lib/operator/session'
import { redirectToForm, storeRefusedFields } from './refused-form'

export type Loaded<Content> = {
  state: 'unavailable' | 'signed_out' | 'wrong_role' | 'loaded'
  operator?: string
  content?: Content
}

/**
 * Loads the content if the signed-in operator has the role. The state is
 * `unavailable` while the database is.
 */
export async function loadForOperator<Content>(
  role: Role | undefined,
  load: (operator: string) => Promise<Content>,
): Promise<Loaded<Content>> {
  try {
    const operator = await operatorOfSession(await headers(), { touch: true })
    if (operator === undefined) return { state: 'signed_out' }
    if (roleProblem(operator, role)) return { state: 'wrong_role', operator }
    return { state: 'loaded', operator, content: await load(operator) }
  } catch (error) {
    unstable_rethrow(error)
    const failure = describeError(error)
    if (!failure.reason) throw error
    log.error(failure, 'a console page could not be loaded')
    return { state: 'unavailable' }
  }
}

export type Action = {
  form: URLSearchParams
  locale: Locale
  operator: string
  /** Whether the request comes from a program, with a machine key. */
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
  /**
   * The role that the operator needs. `act` may require another role as well.
   */
  role?: Role
  /**
   * Returns the page to redirect to if the browser does not say which page the
   * form is on.
   */
  pageOf: (form: URLSearchParams, request: Request) => string
  /** The fields that a refused form shows again. */
  typed?: readonly string[]
  /** Reads the form. Must not store the file of a sender who is refused. */
  read?: (request: Request, sender: Authorized) => Promise<PostedForm>
  /** Answers programs that send JSON instead of a form. */
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
  return routeHandler(
    async (request) => {
      const sender = await admit(request, role)
      return isFormOfBrowser(request)
        ? respondToBrowser(request, sender)
        : respondToProgram(request, sender)
    },
    { checksOriginItself: true },
  )

  async function respondToBrowser(request: Request, sender: Authorized) {
    const posted = await read(request, sender)
    const response =
      sender.problem ?? (await respondToForm(act, request, sender, posted))
    if (response.status < 400) return response
    const { form } = posted
    const locale = languageOf(form, request)
    const { error } = (await response.json()) as Problem
    return redirectToForm(
      request,
      consoleAddress(locale, pageOf(form, request)),
      error,
      await storeRefusedFields(form, request, typed, error.fields),
    )
  }

  async function respondToProgram(request: Request, sender: Authorized) {
    if (sender.problem) return sender.problem
    if (answerJson && mediaType(request) !== mediaTypes.form)
      return answerJson(request, sender.operator)
    return respondToForm(act, request, sender, await read(request, sender))
  }
}

/** Returns the operator who may make a change, or the refusal. */
async function admit(
  request: Request,
  role: Role | undefined,
): Promise<Authorized> {
  if (isCrossSite(request)) return { problem: problemResponse('cross_site') }
  try {
    return await authorizeOperatorChange(request, role)
  } catch (error) {
    return { problem: errorResponse(error as Error, request) }
  }
}

/**
 * Performs a form's action and redirects to the page to show next. Never
 * rejects, because a form has to show its page again after an error.
 */
async function respondToForm(
  act: Act,
  request: Request,
  { operator, isMachine = false }: Extract<Authorized, { operator: string }>,
  { form, problem }: PostedForm,
): Promise<Response> {
  if (problem) return problem
  const locale = languageOf(form, request)
  try {
    const done = await act({ operator, isMachine, form, locale, request })
    if (done instanceof Response) return done
    const { path, query, cookie } = done
    return seeOther(consoleAddress(locale, path, query), cookie)
  } catch (error) {
    return errorResponse(error as Error, request)
  }
}
