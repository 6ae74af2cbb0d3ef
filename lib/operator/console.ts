import 'server-only'
import { headers } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import { describeError } from '@/lib/database/errors'
import {
  apiTable,
  findApiAddress,
  mediaTypes,
  type Operation,
} from '@/lib/http/api-table'
import {
  errorResponse,
  handler,
  mediaType,
  type Problem,
  problem,
} from '@/lib/http/handler'
import {
  isFormOfBrowser,
  languageOf,
  type PostedForm,
  readForm,
  referrerOf,
  seeOther,
  senderOf,
} from '@/lib/http/posted-form'
import { isCrossSite } from '@/lib/http/request'
import { splitPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { corrections } from '@/lib/leads/admission'
import { findFormDraft, keepDraft } from '@/lib/leads/draft-store'
import { log } from '@/lib/log'
import { authorizeOperatorChange } from './authorize'
import {
  consoleAddress,
  ownAddress,
  type Query,
  signInAddress,
} from './console-paths'
import type { Role } from './role-names'
import { roleProblem } from './roles'
import { operatorOfSession } from './session'

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
 * input, by way of the sign-in page if the session has ended. Answers a program
 * with the problem.
 */
export function consoleAction(
  act: (action: Action) => Promise<Destination | Response> | Destination,
  { role, pageOf, typed = [], read = readConsoleForm, answerJson }: Options,
) {
  return handler(
    async (request) => {
      let reading: Promise<PostedForm> | undefined
      async function perform(): Promise<Response> {
        if (isCrossSite(request)) return problem('cross_site')
        const authorized = await authorizeOperatorChange(request, role)
        if (authorized.problem) return authorized.problem
        const { operator, isMachine = false } = authorized
        if (answerJson && mediaType(request) !== mediaTypes.form)
          return answerJson(request, operator)
        reading = read(request, true)
        const { form, problem: unread } = await reading
        if (unread) return unread
        const locale = languageOf(form, request)
        const done = await act({
          form,
          locale,
          operator,
          isMachine,
          request,
        })
        if (done instanceof Response) return done
        return seeOther(
          consoleAddress(locale, done.path, done.query),
          done.cookie,
        )
      }
      if (!isFormOfBrowser(request)) return perform()
      const answer = await perform().catch((error) =>
        errorResponse(error, request),
      )
      if (answer.status < 400) return answer
      const { form } = await (reading ?? read(request, false))
      const kept = await keepTyped(form, request, typed)
      return leadBack(
        request,
        form,
        pageOf(form, request),
        (await answer.json()).error,
        kept,
      )
    },
    { showsRefusals: true },
  )
}

export function readConsoleForm(request: Request): Promise<PostedForm> {
  return readForm(request, bodyOf(request).maxBytes)
}

/** Returns the API table's entry for the body of a POST to this address. */
export function bodyOf({ url }: Request): NonNullable<Operation['body']> {
  const path = findApiAddress(new URL(url).pathname)?.path
  const operations: Partial<Record<string, Operation>> = path
    ? apiTable[path]
    : {}
  return operations.POST?.body ?? { maxBytes: 0, types: [] }
}

/**
 * Stores the fields of a form that was not saved, and returns the parameter
 * that makes the page show them again.
 */
export async function keepTyped(
  form: URLSearchParams,
  request: Request,
  fields: readonly string[],
): Promise<Query> {
  const typed = fields
    .filter((name) => form.has(name))
    .map((name) => [name, form.get(name) ?? ''])
  const sender = senderOf(request)
  if (typed.length === 0 || (await corrections.take(sender)) > 0) return {}
  return {
    draft: await keepDraft({ values: Object.fromEntries(typed) }, sender),
  }
}

export type Typed = Partial<Record<string, string>>

export async function findTyped(
  draft: Query[string],
): Promise<Typed | undefined> {
  return (await findFormDraft(draft))?.values
}

function leadBack(
  request: Request,
  form: URLSearchParams,
  path: string,
  { code, role }: Problem['error'],
  kept: Query,
): Response {
  const referrer = referrerOf(request)
  const own = ownAddress(referrer && referrer.pathname + referrer.search)
  const [page = '', query] = (
    own ?? consoleAddress(languageOf(form, request), path)
  ).split('?', 2)
  const {
    done: _,
    problem: __,
    draft: ___,
    role: ____,
    ...others
  } = Object.fromEntries(new URLSearchParams(query))
  const { path: plain, locale } = splitPath(page)
  const isSignedOut = code === 'unauthorized'
  const address = consoleAddress(locale, plain, {
    ...others,
    ...kept,
    refused: isSignedOut ? undefined : code,
    role,
  })
  return seeOther(isSignedOut ? signInAddress(locale, address) : address)
}
