import type { Page } from '@playwright/test'
import { expectError } from './page'

/** A page, or a part of it, is compiled when it is first asked for. */
export const patience = { timeout: 120_000 }

/** Opens a page of `npm run dev` or `npm run edit`. */
export function openInDevelopment(page: Page, address: string) {
  // A page's styles come by script, too late to say that it takes part.
  expectError(page, /ViewTransition opt-in/)
  // A file of the page may be gone while the development server builds it anew after a change of a catalog.
  expectError(page, /Failed to load resource: .* 404/)
  return page.goto(address, { waitUntil: 'load' })
}
