import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import { withTimeLimit } from '@/lib/time-limit'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const silent = createServer(() => {})
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

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
