import { randomUUID } from 'node:crypto'

/** Returns a chat message as the page sends it, in a new session. */
export function chatMessage(
  message: string,
  changes: Record<string, unknown> = {},
) {
  return {
    session_id: `test-${randomUUID()}`,
    message,
    language: 'en',
    ...changes,
  }
}

/** Returns a request to the chat API as a browser on the site would send it. */
export function chatRequest(
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Request {
  return new Request('http://localhost:3000/api/chatbot/chat', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      // Gives every request a new client unless a test sets one.
      'X-Forwarded-For': randomUUID(),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  })
}

/**
 * Returns a visitor with a new conversation and, by default, a new client.
 * Handlers load on the first request.
 */
export function newVisitor(client: string = randomUUID()) {
  const session_id = `1700000000000-${randomUUID()}`
  const headers = { 'X-Forwarded-For': client }
  return {
    session_id,
    async say(message: string, language = 'en') {
      const { POST } = await import('@/app/api/chatbot/chat/route')
      const response = await POST(
        chatRequest(chatMessage(message, { session_id, language }), headers),
      )
      if (response.status !== 200)
        throw new Error(`The chat answers ${response.status}.`)
      return response.json()
    },
    /**
     * Sends the contact card and resolves to the status and body of the answer.
     */
    async sendCard(changes: Record<string, unknown> = {}) {
      const { POST } = await import('@/app/api/chatbot/contact/route')
      const card = {
        session_id,
        reach: 'eve@bank.example',
        name: '',
        company: '',
        note: 'Please call me',
        language: 'en',
      }
      const response = await POST(chatRequest({ ...card, ...changes }, headers))
      return { status: response.status, body: await response.json() }
    },
    async leave() {
      const { POST } = await import('@/app/api/chatbot/end-session/route')
      return POST(chatRequest({ session_id, language: 'en' }, headers))
    },
  }
}
