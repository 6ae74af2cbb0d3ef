import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, inject, vi } from 'vitest'

// Every test file has a database of its own, and a fixed environment.
const template = inject('template')
process.env.DATABASE_URL = template ? await copyDatabase(template) : copyFile(inject('databaseFolder'))
process.env.APP_SECRET = 'test-secret-0123456789-0123456789-0123'
process.env.OPERATOR_KEYS = 'alice:alice-key-0123456789-0123456789-abc,bob:bob-key-0123456789-0123456789-abcdef'
process.env.LIMIT_CONTACT_PER_CLIENT = '1000'
process.env.LIMIT_CONTACT_PER_EMAIL = '1000'
process.env.LIMIT_CONTACT_GLOBAL = '1000'
process.env.LOG_LEVEL = 'silent'
// What is limited has tests of its own.
process.env.LIMIT_ATTESTATIONS_PER_CLIENT = '1000'

function copyFile(folder: string): string {
  const file = join(folder, `${randomUUID()}.db`)
  copyFileSync(join(folder, 'template.db'), file)
  return `file:${file}`
}

async function copyDatabase(url: string): Promise<string> {
  const { makeDatabase } = await import('./postgresql')
  return makeDatabase(url, 'template')
}

const stray = vi.spyOn(console, 'error')

afterEach(() => {
  const written = [...stray.mock.calls]
  // Before the check: what one test wrote is not held against the next one.
  stray.mockClear()
  expect(written, 'nothing may be written to console.error').toEqual([])
})
