import { networkOf } from './network'

/** The key limits count by. lib/server replaces X-Forwarded-For (TRUSTED_PROXY_HOPS): clients cannot choose it. */
export function clientOf(request: Request): string {
  return networkOf(request.headers.get('x-forwarded-for') ?? 'unknown')
}
