import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '@/lib/database/migrate'
import { startCluster } from './postgresql-cluster'
import { locatePostgresql } from './programs'
import { scratchPlace } from './scratch'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest's provided context is an interface to augment
  interface ProvidedContext {
    /** The address of its database `template`; where it is undefined, tests run on SQLite. */
    template: string | undefined
  }
}

/** Starts a PostgreSQL for this run, with an empty, migrated database that each test file copies. */
export default async function startTemplateCluster(project: TestProject) {
  const cluster = await startCluster(locatePostgresql() ?? '/', scratchPlace())
  await cluster.query('CREATE DATABASE template')
  await migrateDatabase(cluster.addressOf('template'))
  project.provide('template', cluster.addressOf('template'))
  return cluster.remove
}
