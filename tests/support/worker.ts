import { afterEach, expect, inject, vi } from 'vitest'
import { copyDatabase } from './database'

// Sets a fixed environment for every test file, with a separate database if its
// project has a template.
const template: string | undefined = inject('template')
process.env.DATABASE_URL = template
  ? await copyDatabase(template)
  : 'file:/dev/null/none.db'
process.env.APP_SECRET = 'test-secret-0123456789-0123456789-0123'
process.env.OPERATOR_KEYS =
  'alice:alice-key-0123456789-0123456789-abc,bob:bob-key-0123456789-0123456789-abcdef'
process.env.LIMIT_CONTACT_PER_CLIENT = '1000'
process.env.LIMIT_CONTACT_PER_EMAIL = '1000'
process.env.LIMIT_CONTACT_GLOBAL = '1000'
// Switches the four-eyes rule off, because separate tests cover it.
process.env.REPORTS_FOUR_EYES = 'false'
process.env.LOG_LEVEL = 'silent'
// Raises the limits, because separate tests cover them.
process.env.LIMIT_ATTESTATIONS_PER_CLIENT = '1000'

let consoleErrors = vi.spyOn(console, 'error')

// Undoes what a test has replaced, before it checks the console, so that no
// test affects the next.
afterEach(() => {
  const written = [...consoleErrors.mock.calls]
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  consoleErrors = vi.spyOn(console, 'error')
  expect(written, 'nothing may be written to console.error').toEqual([])
})
