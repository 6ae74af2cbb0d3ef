import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '@/lib/database/migrate'
import { makeScratchFolder } from './scratch'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest's provided context is an interface to augment
  interface ProvidedContext {
    databaseFolder: string
  }
}

/** Makes an empty, migrated database that each test worker copies. */
export default async function makeTemplate(project: TestProject) {
  const folder = makeScratchFolder('site-tests-')
  await migrateDatabase(`file:${join(folder, 'template.db')}`)
  project.provide('databaseFolder', folder)
  // A worker that ends may still remove files of its own.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
