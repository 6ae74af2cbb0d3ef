import { operatorOfSession, startSession } from '@/lib/operator/session'

let cookie = ''

/** The cookie of a session of the editor's own operator. With the database away, it is that of a session before. */
export async function sessionCookie(): Promise<string> {
  try {
    const isOpen = await operatorOfSession(new Headers({ cookie }), { touch: true })
    if (!isOpen) cookie = cookieOf(await startSession('editor', new Headers()))
  } catch {
    cookie ||= 'operator=none'
  }
  return cookie
}

function cookieOf(header: string): string {
  return header.split(';')[0] ?? ''
}
