import { type NextRequest, NextResponse } from 'next/server'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { isLocale, routing } from '@/lib/i18n/routing'
import { findRoute, isDataFile, isRootFile, notFoundPath, pageOf } from '@/lib/routes'

/** Routes languages, and answers unknown paths with the localized 404 page. It authorises nothing. */
export function middleware(request: NextRequest): NextResponse {
  if (isRootFile(request.nextUrl.pathname)) return NextResponse.next()
  const { locale, prefixed, path } = splitPath(request.nextUrl.pathname)
  if (prefixed && locale === routing.defaultLocale) return redirect(request, path)
  const asked = prefixed ? null : languageAsked(request.nextUrl.searchParams)
  if (asked) return redirect(request, localizedPath(asked, path))

  const route = findRoute(path)
  if (route?.kind === 'redirect') return redirect(request, localizedPath(locale, route.to))
  if (isDataFile(path)) return rewrite(request, `/${locale}${path}`)
  const page = pageOf(path)
  if (!page) return rewrite(request, `/${locale}${notFoundPath}`, 404)
  return rewrite(request, `/${locale}${page === '/' ? '' : page}`)
}

function languageAsked(parameters: URLSearchParams) {
  const asked = parameters.get('lang') ?? parameters.get('lng')
  return isLocale(asked) ? asked : null
}

function rewrite(request: NextRequest, pathname: string, status?: number): NextResponse {
  return NextResponse.rewrite(new URL(pathname, request.url), { status })
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
