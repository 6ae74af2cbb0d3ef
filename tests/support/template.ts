import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '@/lib/database/migrate'
import { startCluster } from './postgresql-cluster'
import { makeScratchFolder } from './scratch'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest's provided context is an interface to augment
  interface ProvidedContext {
    /**
     * The address of an empty, migrated database, which each test file copies.
     */
    template: string
  }
}

/** Creates the template on the engine that the project is named after. */
export default async function makeTemplate(project: TestProject) {
  const { url, remove } =
    project.name === 'postgresql' ? await startPostgresql() : makeFile()
  await migrateDatabase(url)
  project.provide('template', url)
  return remove
}

async function startPostgresql() {
  const cluster = await startCluster()
  await cluster.query('CREATE DATABASE template')
  return { url: cluster.addressOf('template'), remove: cluster.remove }
}

function makeFile() {
  const folder = makeScratchFolder('template-')
  // Retries, because a worker that is ending may still be removing its files.
  const remove = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return { url: `file:${join(folder, 'template.db')}`, remove }
}
