import 'server-only'
import { headers } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import { isDatabaseError } from '@/lib/database/errors'
import { apiTable, findApiAddress, mediaTypes, type Operation } from '@/lib/http/api-table'
import { handler, mediaType, problem, readText } from '@/lib/http/handler'
import { splitPath } from '@/lib/i18n/navigation'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'
import { log } from '@/lib/log'
import { authoriseOperatorChange } from './authorise'
import { consoleAddress, consolePaths, ownAddress, type Query, signInAddress } from './console-paths'
import { operatorOfSession } from './session'

/** Loads what the operator who is signed in asks for, if somebody is. Undefined while the database is down. */
export async function visitConsole<Content>(load: (operator: string) => Promise<Content>) {
  try {
    const operator = await operatorOfSession(await headers(), { touch: true })
    return { operator, content: operator === undefined ? undefined : await load(operator) }
  } catch (error) {
    unstable_rethrow(error)
    if (!isDatabaseError(error)) throw error
    log.error({ error: (error as Error).name }, 'a page of the console could not be loaded')
    return undefined
  }
}

export type Action = { form: URLSearchParams; locale: Locale; operator: string; request: Request }

/** The page of the console that the answer leads to, such as `{ path: '/operator/leads', query: { done: 'erased' } }`. */
export type Destination = { path: string; query?: Query; cookie?: string }

type Options = {
  read?: typeof readForm
  /** Keeps what was typed while the session had ended; the parameters show it again after signing in. */
  keep?: (form: URLSearchParams, request: Request) => Promise<Query>
  /** Answers what is no form, for programs. */
  answerJson?: (request: Request, operator: string) => Promise<Response>
}

/**
 * A handler for a form of the console: 303 to where `act` says. 401 without key or session (a browser is led to sign in),
 * 403 from elsewhere, 413 above the limit in the API's table, 415 for what is no form.
 */
export function consoleAction(
  act: (action: Action) => Promise<Destination>,
  { read = readForm, keep, answerJson }: Options = {},
) {
  return handler(async (request) => {
    const { operator, problem: refusal } = await authoriseOperatorChange(request)
    if (refusal && refusal.status !== 403 && isBrowser(request)) {
      const form = keep && (await read(request))
      return leadToSignIn(request, keep && form instanceof URLSearchParams ? await keep(form, request) : {})
    }
    if (refusal) return refusal
    if (answerJson && mediaType(request) !== mediaTypes.form) return answerJson(request, operator)
    const form = await read(request)
    if (form instanceof Response) return form
    const locale = languageOf(form)
    const { path, query, cookie } = await act({ form, locale, operator, request })
    return seeOther(consoleAddress(locale, path, query), cookie)
  })
}

export async function readForm(request: Request, maxBytes = bodyOf(request).maxBytes) {
  if (mediaType(request) !== mediaTypes.form) return problem('wrong_type')
  const text = await readText(request, maxBytes)
  return text === undefined ? problem('too_large') : new URLSearchParams(text)
}

/** What the API's table says about the body of a POST to this address. */
export function bodyOf({ url }: Request): NonNullable<Operation['body']> {
  const path = findApiAddress(new URL(url).pathname)?.path
  const operations: Partial<Record<string, Operation>> = path ? apiTable[path] : {}
  return operations.POST?.body ?? { maxBytes: 0, types: [] }
}

export function languageOf(form: URLSearchParams): Locale {
  const language = form.get('language')
  return isLocale(language) ? language : routing.defaultLocale
}

export function seeOther(location: string, cookie?: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, ...(cookie && { 'Set-Cookie': cookie }) } })
}

function isBrowser(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}

function leadToSignIn(request: Request, kept: Query): Response {
  const referrer = request.headers.get('referer') ?? ''
  const page = URL.canParse(referrer) ? new URL(referrer) : undefined
  for (const [name, value] of Object.entries(kept)) page?.searchParams.set(name, String(value))
  const wanted = ownAddress(page && page.pathname + page.search)
  const { locale } = splitPath(wanted ?? '/')
  return seeOther(signInAddress(locale, wanted ?? consolePaths.overview))
}
