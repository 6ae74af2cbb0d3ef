import type { IncomingMessage } from 'node:http'

/** A request's path without its query. */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
