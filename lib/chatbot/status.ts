/** Whether the assistant is there to talk to. No connection, or an answer that is no answer, counts as no. */
export async function fetchStatus(): Promise<boolean> {
  try {
    const response = await fetch('/api/chatbot/status')
    const status: { enabled?: unknown } = await response.json()
    return response.ok && status.enabled === true
  } catch {
    return false
  }
}
