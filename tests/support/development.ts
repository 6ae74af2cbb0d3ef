import type { Page } from '@playwright/test'
import { expectError } from './page'

/**
 * Allows time for compiling, because a page or a part of it is compiled on its
 * first request.
 */
export const patience = { timeout: 120_000 }

/** Opens a page of `npm run dev` or `npm run edit`. */
export function openInDevelopment(page: Page, address: string) {
  // Scripts load the styles in development, too late for the opt-in to view
  // transitions.
  expectError(page, /ViewTransition opt-in/)
  // A file of the page may be missing while the development server rebuilds it
  // after a catalog change.
  expectError(page, /Failed to load resource: .* 404/)
  return page.goto(address, { waitUntil: 'load' })
}
