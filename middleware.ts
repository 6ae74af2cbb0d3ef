import { type NextRequest, NextResponse } from 'next/server'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { isLocale, routing } from '@/lib/i18n/routing'
import { isRootFile } from '@/lib/root-files'
import { findRoute, isRenderedPerRequest, notFoundPath, pageOf } from '@/lib/routes'
import { requestPolicy } from '@/lib/security/request-policy'

const policyHeader = 'Content-Security-Policy'

/**
 * Routes languages, answers unknown paths with the localized 404 page, and gives a page that is rendered per request
 * its policy. It authorises nothing.
 */
export function middleware(request: NextRequest): NextResponse {
  if (isRootFile(request.nextUrl.pathname)) return NextResponse.next()
  const { locale, prefixed, path } = splitPath(request.nextUrl.pathname)
  if (prefixed && locale === routing.defaultLocale) return redirect(request, path)
  const asked = prefixed ? null : languageAsked(request.nextUrl.searchParams)
  if (asked) return redirect(request, localizedPath(asked, path))

  const route = findRoute(path)
  if (route?.kind === 'redirect') return redirect(request, localizedPath(locale, route.to))
  const page = pageOf(path)
  if (!page) return rewrite(request, `/${locale}${notFoundPath}`, 404)
  if (isRenderedPerRequest(page)) return rewriteWithPolicy(request, `/${locale}${page}`)
  return rewrite(request, `/${locale}${page === '/' ? '' : page}`)
}

// Next takes the nonce of a page's scripts from the policy in the request.
function rewriteWithPolicy(request: NextRequest, pathname: string): NextResponse {
  const policy = requestPolicy()
  if (!policy) return rewrite(request, pathname)
  const headers = new Headers(request.headers)
  headers.set(policyHeader, policy)
  const response = NextResponse.rewrite(new URL(pathname + request.nextUrl.search, request.url), {
    request: { headers },
  })
  response.headers.set(policyHeader, policy)
  return response
}

function languageAsked(parameters: URLSearchParams) {
  const asked = parameters.get('lang') ?? parameters.get('lng')
  return isLocale(asked) ? asked : null
}

function rewrite(request: NextRequest, pathname: string, status?: number): NextResponse {
  return NextResponse.rewrite(new URL(pathname + request.nextUrl.search, request.url), { status })
}

function redirect(request: NextRequest, pathname: string): NextResponse {
  const target = new URL(request.url)
  target.pathname = pathname
  target.searchParams.delete('lang')
  target.searchParams.delete('lng')
  return NextResponse.redirect(target, 308)
}

// Pages only: not the API, not Next's own files.
export const config = { matcher: '/((?!api/|_next/).*)' }
