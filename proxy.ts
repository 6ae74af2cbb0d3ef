import { type NextRequest, NextResponse } from 'next/server'
import { isDevelopment } from '@/lib/build-time'
import { env } from '@/lib/env'
import { withoutLanguage } from '@/lib/i18n/navigation'
import { isConsolePage } from '@/lib/operator/console-paths'
import { resolveRoute } from '@/lib/resolve-route'
import { renderingOf } from '@/lib/routes'
import {
  cacheableRenderHeader,
  pagePolicy,
  tagManagerOrigin,
} from '@/lib/security/policy.mjs'

const policyHeader = 'Content-Security-Policy'
const nonceBytes = 16

/**
 * Routes languages, answers unknown paths with the localized 404 page, and
 * gives a page that is rendered per request its policy. Never reads
 * Accept-Language, because the browser offers the visitor's language
 * (lib/build/inline/offer-language.ts). Does not authorize requests; each page
 * and handler does that.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search, searchParams } = request.nextUrl
  const route = resolveRoute(pathname, searchParams)
  if (route.kind === 'file') return NextResponse.next()
  if (route.kind === 'redirect') {
    return NextResponse.redirect(
      new URL(route.to + withoutLanguage(searchParams), request.url),
      308,
    )
  }
  const target = new URL(route.at + search, request.url)
  const isConsole = isConsolePage(route.page)
  const isOwn =
    isConsole ||
    (renderingOf(route.page) !== undefined &&
      !request.headers.has(cacheableRenderHeader))
  // Allows inline scripts and eval in development, because Next needs them.
  const response =
    isOwn && !isDevelopment
      ? rewriteWithNonce(request, target)
      : NextResponse.rewrite(target, { status: route.status })
  if (isConsole) response.headers.set('X-Robots-Tag', 'noindex, nofollow')
  return response
}

/** Next takes the nonce of a page's scripts from the policy in the request. */
function rewriteWithNonce(request: NextRequest, target: URL): NextResponse {
  const nonce = btoa(
    String.fromCharCode(...crypto.getRandomValues(new Uint8Array(nonceBytes))),
  )
  const tagManager = tagManagerOrigin(env.SITE_TAG_MANAGER_URL)
  const policy = pagePolicy({ scripts: [`'nonce-${nonce}'`], tagManager })
  const headers = new Headers(request.headers)
  headers.set(policyHeader, policy)
  const response = NextResponse.rewrite(target, { request: { headers } })
  response.headers.set(policyHeader, policy)
  return response
}

// Runs for pages only, not for the API or Next's own files.
export const config = { matcher: '/((?!api/|_next/).*)' }
