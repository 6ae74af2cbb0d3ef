import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { withTimeLimit } from '@/lib/time-limit'
import { portOf } from '../support/ask'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const silent = createServer(() => {})
const address = `http://localhost:${await portOf(silent)}`
afterAll(() => silent.close().closeAllConnections())

// In Node 20, the first garbage collection removed the limit of
// AbortSignal.any.
it('a call ends at its time limit despite garbage collection', async () => {
  const other = new AbortController()
  const call = withTimeLimit(300, other.signal, (signal) =>
    fetch(address, { signal }),
  )
  const timer = setInterval(collectGarbage, 20)
  onTestFinished(() => clearInterval(timer))

  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
})
