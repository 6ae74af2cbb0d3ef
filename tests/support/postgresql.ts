import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** The address of another database of the same server. */
export function beside(url: string, database: string): string {
  return url.replace(/[^/]*$/, database)
}

/** Runs SQL in a database, and returns the rows of its last statement as lists. */
export async function queryDatabase(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client(url)
  await client.connect()
  try {
    const results = [await client.query({ text: sql, rowMode: 'array' })].flat()
    return results.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

/** Makes a database on the server of an address, empty or as a copy of another one, and returns its address. */
export async function makeDatabase(server = String(process.env.DATABASE_URL), template = 'template0'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await queryDatabase(beside(server, 'postgres'), `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return beside(server, name)
}
