import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { TestDatabase } from './test-database'

type Answer = { rows: unknown[][]; columns: string[]; error?: string }
type Row = Record<string, unknown>

let ask: ((text: string, values: unknown[]) => Answer) | undefined

/** A PostgreSQL database with better-sqlite3's calls, which wait for their answer, and with SQLite's values. */
export function connectPostgresql(url: string): TestDatabase {
  ask ??= startWorker(url)
  const query = ask
  return {
    exec: (sql) => query(quoteNames(sql), []),
    close: () => undefined,
    prepare: (sql) => statement((values) => query(number(quoteNames(sql)), values)),
  }
}

function statement(query: (values: unknown[]) => Answer): ReturnType<TestDatabase['prepare']> {
  const rowsOf = (values: unknown[]): Row[] => {
    const { rows, columns } = query(values)
    return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, asSqlite(row[index])])))
  }
  return {
    run: (...values) => query(values),
    get: (...values) => rowsOf(values)[0],
    all: (...values) => rowsOf(values),
    pluck: () => {
      const first = (values: unknown[]) => query(values).rows.map(([value]) => asSqlite(value))
      return { ...statement(query), get: (...values) => first(values)[0], all: (...values) => first(values) }
    },
  }
}

// SQL here is written as SQLite takes it: names of models and columns without quotes, and `?` for values.
function quoteNames(sql: string): string {
  const parts = sql.split(/('[^']*'|"[^"]*")/)
  return parts
    .map((part, index) => (index % 2 ? part : part.replace(/\b[A-Z][a-z]\w*|\b[a-z]+[A-Z]\w*/g, '"$&"')))
    .join('')
}

function number(sql: string): string {
  let count = 0
  return sql.replaceAll('?', () => `$${++count}`)
}

function asSqlite(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace('Z', '+00:00')
  return typeof value === 'boolean' ? Number(value) : value
}

function startWorker(url: string) {
  const { port1, port2 } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { url, port: port2, done }
  const worker = new Worker(new URL('./postgresql-worker.mjs', import.meta.url), { workerData, transferList: [port2] })
  worker.unref()
  port1.unref()
  return (text: string, values: unknown[]): Answer => {
    Atomics.store(done, 0, 0)
    port1.postMessage({ text, values })
    Atomics.wait(done, 0, 0)
    const { message } = receiveMessageOnPort(port1) as { message: Answer }
    if (message.error) throw new Error(message.error)
    return message
  }
}
