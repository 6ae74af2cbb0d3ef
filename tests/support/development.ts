import type { Page } from '@playwright/test'
import { expectError } from './page'

/**
 * Allows time for compiling, because a page or a part of it is compiled on its
 * first request.
 */
export const patience = { timeout: 120_000 }

/** Opens a page of `npm run dev` or `npm run edit`. */
export function openInDevelopment(page: Page, address: string) {
  // Expects this error, because development loads the styles by scripts, too
  // late for the opt-in to view transitions.
  expectError(page, /ViewTransition opt-in/)
  // Expects a missing file, because the development server may be rebuilding it
  // after a catalog change.
  expectError(page, /Failed to load resource: .* 404/)
  return page.goto(address, { waitUntil: 'load' })
}
