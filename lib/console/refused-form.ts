import type { FieldProblems, Problem } from '@/lib/http/handler'
import {
  correctionLimit,
  referrerOf,
  seeOther,
  senderKeyOf,
} from '@/lib/http/posted-form'
import {
  findRefusedInput,
  storeRefusedInput,
} from '@/lib/http/refused-input-store'
import { splitPath } from '@/lib/i18n/navigation'
import {
  consoleAddress,
  ownAddress,
  type Query,
  signInAddress,
} from '@/lib/operator/console-paths'
import { recordOf } from '@/lib/text'

/**
 * Stores the fields of a form that was not saved, with what is wrong with them,
 * and returns the parameter that makes the page show them again.
 */
export async function storeRefusedFields(
  form: URLSearchParams,
  request: Request,
  names: readonly string[],
  fields?: FieldProblems,
): Promise<Query> {
  const typed = names.filter((name) => form.has(name))
  const values = recordOf(typed, (name) => form.get(name) ?? '')
  const sender = senderKeyOf(request)
  if (typed.length === 0 || (await correctionLimit.take(sender)) > 0) return {}
  return { input: await storeRefusedInput({ values, fields }, sender) }
}

export type RefusedFields = Partial<Record<string, string>>

export async function findRefusedFields(
  id: Query[string],
): Promise<RefusedFields | undefined> {
  return (await findRefusedInput(id))?.values
}

// Parameters that belong to one response and not to the page.
const ofOneAnswer = ['done', 'problem', 'input', 'role']

/**
 * Redirects a browser back to the page of its form, via the sign-in page if the
 * session has ended.
 */
export function redirectToForm(
  request: Request,
  page: string,
  { code, role }: Problem['error'],
  stored: Query,
): Response {
  const referrer = referrerOf(request)
  const formPage = ownAddress(referrer && referrer.pathname + referrer.search)
  const [shown = '', search] = (formPage ?? page).split('?', 2)
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
