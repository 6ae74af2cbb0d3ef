import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '@/lib/database/migrate'
import { startCluster } from './postgresql-cluster'
import { makeScratchFolder } from './scratch'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest's provided context is an interface to augment
  interface ProvidedContext {
    /** The address of an empty, migrated database, which each test file copies. */
    template: string
  }
}

/** Makes the template on the engine of a project; its name is the engine's. */
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
  const folder = makeScratchFolder('site-tests-')
  // A worker that ends may still remove files of its own.
  const remove = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return { url: `file:${join(folder, 'template.db')}`, remove }
}
