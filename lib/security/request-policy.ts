import { env } from '@/lib/env'
import { pagePolicy, tagManagerOrigin } from './policy.mjs'

const nonceBytes = 16

/** Tells the middleware that an answer will be kept for everybody: it has no nonce, its policy names hashes instead. */
export const renderOnceHeader = 'x-render-once'

/**
 * A policy for one rendering of a page whose inline scripts are not known beforehand: they run by a nonce that nobody
 * can guess. Undefined while developing, when Next works with inline scripts and eval.
 */
export function requestPolicy(): string | undefined {
  if (env.NODE_ENV !== 'production') return undefined
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(nonceBytes))))
  return pagePolicy({ scripts: [`'nonce-${nonce}'`], tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL) })
}
