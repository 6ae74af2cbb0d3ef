import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { stateParameter } from './address'
import { findState } from './list'
import { sessionCookie } from './operator-session'
import { applySettings } from './settings'
import type { Answer, PageState } from './types'

/** Has the site answer as it would in the state that the page's address names. */
export function withStates(site: RequestListener): RequestListener {
  return async (request, response) => {
    if (isNavigation(request)) await prepare(request, stateIn(request.url))
    const answer = answerFor(request, stateIn(request.headers.referer))
    if (answer) return give(answer, response)
    // The assistant's answers are texts of the catalogs as well.
    if (request.url === '/api/chatbot/chat') request.headers['x-preview'] = 'keys'
    return site(request, response)
  }
}

// A page, or what Next's router fetches of one.
function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-dest'] === 'document' || 'rsc' in headers
}

function stateIn(address = ''): PageState | undefined {
  const state = findState(new URLSearchParams(address.split('?')[1]).get(stateParameter))
  return state && 'path' in state ? state : undefined
}

async function prepare(request: IncomingMessage, state: PageState | undefined) {
  applySettings(state?.settings ?? {})
  if (!state?.signedIn) return
  request.headers.cookie = [request.headers.cookie, await sessionCookie()].filter(Boolean).join('; ')
}

function answerFor({ method, url = '' }: IncomingMessage, state: PageState | undefined): Answer | undefined {
  const call = `${method} ${url.split('?')[0]}`
  return state?.answers?.find((answer) =>
    typeof answer.call === 'string' ? answer.call === call : answer.call.test(call),
  )
}

async function give(answer: Answer, response: ServerResponse) {
  if ('with' in answer) {
    const { status, headers, body } = await read(answer.with())
    response.writeHead(status, headers).end(body)
  } else if (answer.is === 'lost') response.destroy()
}

async function read(answer: Response) {
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}
