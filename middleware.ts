import { type NextRequest, NextResponse } from 'next/server'
import { isConsolePage } from '@/lib/operator/console-paths'
import { resolveRoute, withoutLanguage } from '@/lib/resolve-route'
import { isPrerendered } from '@/lib/routes'
import { renderOnceHeader, requestPolicy } from '@/lib/security/request-policy'

const policyHeader = 'Content-Security-Policy'

/**
 * Routes languages, answers unknown paths with the localized 404 page, and gives a page that is rendered per request
 * its policy. It authorises nothing.
 */
export function middleware(request: NextRequest): NextResponse {
  const { pathname, search, searchParams } = request.nextUrl
  const route = resolveRoute(pathname, searchParams)
  if (route.kind === 'file') return NextResponse.next()
  if (route.kind === 'redirect') {
    return NextResponse.redirect(new URL(route.to + withoutLanguage(searchParams), request.url), 308)
  }
  const target = new URL(route.at + search, request.url)
  const isConsole = isConsolePage(route.page)
  const ownScripts = (isConsole || !isPrerendered(route.page)) && !request.headers.has(renderOnceHeader)
  const policy = ownScripts ? requestPolicy() : undefined
  const response = policy
    ? rewriteWithPolicy(request, target, policy)
    : NextResponse.rewrite(target, { status: route.status })
  if (isConsole) response.headers.set('X-Robots-Tag', 'noindex, nofollow')
  return response
}

// Next takes the nonce of a page's scripts from the policy in the request.
function rewriteWithPolicy(request: NextRequest, target: URL, policy: string): NextResponse {
  const headers = new Headers(request.headers)
  headers.set(policyHeader, policy)
  const response = NextResponse.rewrite(target, { request: { headers } })
  response.headers.set(policyHeader, policy)
  return response
}

// Pages only: not the API, not Next's own files.
export const config = { matcher: '/((?!api/|_next/).*)' }
