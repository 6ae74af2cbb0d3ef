// Answers the queries of postgresql-sync.ts, one after another, while the thread that asks waits.
import { workerData } from 'node:worker_threads'
import pg from 'pg'

const { url, port, done } = workerData
// Counts are numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const client = new pg.Client(url)
const connected = client.connect()

port.on('message', async ({ text, values }) => {
  port.postMessage(await answer(text, values))
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
})

async function answer(text, values) {
  try {
    await connected
    const query = values.length > 0 ? { text, values, rowMode: 'array' } : { text, rowMode: 'array' }
    const results = [await client.query(query)].flat()
    const { rows, fields } = results.at(-1)
    return { rows, columns: fields.map(({ name }) => name) }
  } catch (error) {
    return { rows: [], columns: [], error: error.message }
  }
}
