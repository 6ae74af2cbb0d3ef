/** Returns a POST of a body, which may be a stream, to the contact form's API. */
export function postRequest(
  body?: BodyInit,
  headers: Record<string, string> = {},
): Request {
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  return new Request('http://localhost:3000/api/contact', init)
}

/** Returns a response of a setup step, which must have this status. */
export function requireStatus(expected: number, response: Response): Response {
  if (response.status === expected) return response
  throw new Error(`Status ${response.status} instead of ${expected}`)
}
