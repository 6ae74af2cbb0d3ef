// Reads forms that a browser posts without JavaScript, so that it shows the
// response as a page.
import { splitPath } from '@/lib/i18n/navigation'
import { isLocale, type Locale } from '@/lib/i18n/routing'
import { maxBodyBytesOf, mediaTypes } from './api-table'
import {
  mediaType,
  type ProblemCode,
  problemResponse,
  readTextBody,
} from './handler'
import { createRateLimit } from './rate-limit'
import { clientOf, isCrossSite } from './request'

/** The part of a form that has arrived, even if the whole form is refused. */
export type PostedForm = { form: URLSearchParams; problem?: Response }

// Matches the encoded character at the end of a truncated text, which may be
// incomplete.
const lastCharacter =
  /%[c-f][\da-f](%[89ab][\da-f]){0,3}(%[\da-f]?)?$|%[\da-f]?$/i

export async function readForm(
  request: Request,
  maxBytes = maxBodyBytesOf(request),
): Promise<PostedForm> {
  if (mediaType(request) !== mediaTypes.form)
    return {
      form: new URLSearchParams(),
      problem: problemResponse('wrong_type'),
    }
  const { text, refusal } = await readTextBody(request, maxBytes)
  const isCutOff = refusal === 'too_large'
  const arrived = isCutOff ? text.replace(lastCharacter, '') : text
  const form = new URLSearchParams(arrived)
  const code = refusal ?? (encodesUtf8(text) ? undefined : 'malformed')
  return code ? { form, problem: problemResponse(code) } : { form }
}

function encodesUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

export function isFormOfBrowser(request: Request): boolean {
  const isForm = [mediaTypes.form, mediaTypes.multipart].some(
    (type) => type === mediaType(request),
  )
  return isForm && (request.headers.get('accept') ?? '').includes('text/html')
}

/**
 * Returns the language of the page with the form, from the form itself or else
 * from the page's address.
 */
export function languageOf(form: URLSearchParams, request: Request): Locale {
  const language = form.get('language')
  return isLocale(language)
    ? language
    : splitPath(referrerOf(request)?.pathname ?? '/').locale
}

export function referrerOf({ headers }: Request): URL | undefined {
  const address = headers.get('referer') ?? ''
  return URL.canParse(address) ? new URL(address) : undefined
}

/**
 * Returns the key that a sender's refused inputs are counted under. Forms from
 * other sites get a separate key, so that they cannot replace the visitor's own
 * inputs.
 */
export function senderKeyOf(request: Request): string {
  return isCrossSite(request)
    ? `elsewhere ${clientOf(request)}`
    : clientOf(request)
}

export async function readProblemCode(refusal: Response): Promise<ProblemCode> {
  return (await refusal.json()).error.code
}

/**
 * Redirects to another page after a form was posted (RFC 9110 section 15.4.4).
 */
export function seeOther(location: string, cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: location, ...(cookie && { 'Set-Cookie': cookie }) },
  })
}

/** How often a client may correct a form that was refused. */
export const correctionLimit = createRateLimit('LIMIT_CONTACT_PER_CLIENT', {
  factor: 6,
  counter: 'corrections',
})
