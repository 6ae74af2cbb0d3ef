import { Duplex } from 'node:stream'
import { beforeEach, expect, it } from 'vitest'
import { createBoundedServer } from '@/lib/server/limits'
import { setForTest } from '../support/settings'

beforeEach(() => setForTest({ MAX_CONNECTIONS_PER_CLIENT: '2' }))

/** Returns a function that connects from an address and says if it was let in. */
function startBounded() {
  const server = createBoundedServer(() => undefined)
  return (remoteAddress: string) => {
    const stream = new Duplex({ read: () => undefined })
    const socket = Object.assign(stream, { remoteAddress })
    server.emit('connection', socket)
    return socket.destroyed ? 'refused' : 'open'
  }
}

/** Opens two connections from each of three networks of one IPv6 /48. */
function fillNetwork(connectFrom: ReturnType<typeof startBounded>) {
  for (const network of [1, 2, 3]) {
    connectFrom(`2001:db8:0:${network}::1`)
    connectFrom(`2001:db8:0:${network}::2`)
  }
}

it('a client may open as many connections as MAX_CONNECTIONS_PER_CLIENT', () => {
  const connectFrom = startBounded()

  const states = ['1', '2', '3'].map((end) =>
    connectFrom(`2001:db8:0:1::${end}`),
  )

  expect(states).toEqual(['open', 'open', 'refused'])
})

it('a refused connection does not count against other clients', () => {
  const connectFrom = startBounded()
  for (const end of ['1', '2', '3']) connectFrom(`2001:db8:0:1::${end}`)

  const others = ['2::1', '2::2', '3::1', '3::2'].map((end) =>
    connectFrom(`2001:db8:0:${end}`),
  )

  expect(others).toEqual(Array(4).fill('open'))
})

it('an IPv6 /48 may open the same number of connections as three clients', () => {
  const connectFrom = startBounded()
  fillNetwork(connectFrom)

  expect(connectFrom('2001:db8:0:4::1')).toBe('refused')
})

it('a full IPv6 /48 does not limit another one', () => {
  const connectFrom = startBounded()
  fillNetwork(connectFrom)

  expect(connectFrom('2001:db8:1::1')).toBe('open')
})
