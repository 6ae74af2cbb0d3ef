import { afterEach, expect, inject, vi } from 'vitest'
import { copyDatabase } from './database'

// A fixed environment for every test file, with a database of its own where its project has a template.
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
process.env.LOG_LEVEL = 'silent'
// What is limited has tests of its own.
process.env.LIMIT_ATTESTATIONS_PER_CLIENT = '1000'

const stray = vi.spyOn(console, 'error')

afterEach(() => {
  const written = [...stray.mock.calls]
  // Before the check: what one test wrote is not held against the next one.
  stray.mockClear()
  expect(written, 'nothing may be written to console.error').toEqual([])
})
