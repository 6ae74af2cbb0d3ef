import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import { withTimeLimit } from '@/lib/time-limit'
import { portOf } from '../support/ask'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const silent = createServer(() => {})
const address = `http://localhost:${await portOf(silent)}`
afterAll(() => silent.close().closeAllConnections())

describe('a call with a time limit', () => {
  // Node 20 lost the limit of AbortSignal.any with the first collection.
  it('ends, whatever memory is collected meanwhile', async () => {
    const other = new AbortController()
    const call = withTimeLimit(300, other.signal, (signal) => fetch(address, { signal }))
    const timer = setInterval(collectGarbage, 20)
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
    clearInterval(timer)
  })

  it('ends with the signal that it is given, for its reason', async () => {
    const other = new AbortController()
    const call = withTimeLimit(60_000, other.signal, (signal) => fetch(address, { signal }))
    other.abort(new Error('the visitor left'))
    await expect(call).rejects.toThrow('the visitor left')
    await expect(withTimeLimit(60_000, other.signal, (signal) => fetch(address, { signal }))).rejects.toThrow('left')
  })
})
