import { env } from '@/lib/env'
import { offerScript } from '@/lib/i18n/browser/offer-language'
import { pagePolicy, tagManagerOrigin } from './policy.mjs'

const nonceBytes = 16

/** Tells the middleware that an answer is cached for everybody: its policy names hashes instead of a nonce. */
export const renderOnceHeader = 'x-render-once'

/** A nonce policy for one rendering. Undefined in development, where Next needs inline scripts and eval. */
export async function requestPolicy(): Promise<string | undefined> {
  if (env.NODE_ENV !== 'production') return undefined
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(nonceBytes))))
  offerHash ??= await hashOf(offerScript)
  return pagePolicy({
    scripts: [`'nonce-${nonce}'`, offerHash],
    tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL),
  })
}

// Of the one inline script that has no nonce: React gives none to what a component renders.
let offerHash: string | undefined

async function hashOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}
