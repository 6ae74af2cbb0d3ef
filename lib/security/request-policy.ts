import { env } from '@/lib/env'
import { pagePolicy, tagManagerOrigin } from './policy.mjs'

const nonceBytes = 16

/** Tells the middleware that an answer is cached for everybody: its policy names hashes instead of a nonce. */
export const renderOnceHeader = 'x-render-once'

/** A nonce policy for one rendering. Undefined in development, where Next needs inline scripts and eval. */
export function requestPolicy(): string | undefined {
  if (env.NODE_ENV !== 'production') return undefined
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(nonceBytes))))
  return pagePolicy({ scripts: [`'nonce-${nonce}'`], tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL) })
}
