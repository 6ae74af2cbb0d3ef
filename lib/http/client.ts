import { networkOf } from './network'

/**
 * The key that limits count a client by. The server (lib/server) replaces `X-Forwarded-For` with the address of
 * the socket or of the hop that TRUSTED_PROXY_HOPS names, so nothing that a client sends decides this.
 */
export function clientOf(request: Request): string {
  return networkOf(request.headers.get('x-forwarded-for') ?? 'unknown')
}
