import { siteRequest } from './attestations'
import { requireStatus } from './requests'

type Handler = (request: Request) => Promise<Response>
type Fields = Record<string, string> | URLSearchParams | FormData | string
type Options = Omit<NonNullable<Parameters<typeof siteRequest>[2]>, 'body'>

/**
 * Posts a form to a handler of the console, as multipart data if it is a
 * `FormData`. The path follows `/api/operator/`.
 */
export function postForm(
  handle: Handler,
  path: string,
  fields: Fields,
  options: Options = {},
): Promise<Response> {
  const isEncoded = typeof fields === 'string' || fields instanceof FormData
  const body = isEncoded ? fields : new URLSearchParams(fields)
  const address = `/api/operator/${path}`
  return handle(siteRequest('POST', address, { ...options, body }))
}

/** Returns the address that the answer to a form redirects to. */
export function redirectOf(answer: Response): URL {
  const location = requireStatus(303, answer).headers.get('location') ?? ''
  return new URL(location, 'http://localhost:3000')
}

/** Returns the path and query that the answer to a form redirects to. */
export function redirectPathOf(answer: Response): string {
  const { pathname, search } = redirectOf(answer)
  return pathname + search
}
