import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkOf } from '@/lib/http/request'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

beforeEach(() => vi.resetModules())

async function behind(hops: number) {
  vi.stubEnv('TRUSTED_PROXY_HOPS', String(hops))
  const { clientAddress } = await import('@/lib/server/request')
  const { log } = await import('@/lib/log')
  const addressOf = (forwarded?: string, remoteAddress = '10.0.0.1'): string =>
    clientAddress({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress },
    } as unknown as IncomingMessage)
  return { addressOf, warn: vi.spyOn(log, 'warn') }
}

describe('the address of a client behind one trusted proxy', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7:50123', '203.0.113.7'],
    ['"203.0.113.7:50123"', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:50123', '2001:db8::7'],
    ['"[2001:db8::7]:50123"', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['[fe80::7%25eth0]:80', 'fe80::7'],
  ])('in %j is %s', async (forwarded, address) => {
    const { addressOf, warn } = await behind(1)
    expect(addressOf(forwarded)).toBe(address)
    expect(warn).not.toHaveBeenCalled()
  })

  it.each(['unknown', '_hidden', '203.0.113', '203.0.113.7:', '203.0.113.7:x', '[2001:db8::7', '0x7f.1', '300.1.1.1'])(
    'is the proxy’s own where the header says %j, which is logged once a minute and never repeated',
    async (forwarded) => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { addressOf, warn } = await behind(1)
      for (let time = 0; time < 5; time++) expect(addressOf(`192.0.2.1, ${forwarded}`)).toBe('10.0.0.1')
      expect(warn).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(60_001)
      addressOf(forwarded)
      expect(warn).toHaveBeenLastCalledWith({ times: 5 }, expect.stringContaining('X-Forwarded-For'))
      expect(JSON.stringify(warn.mock.calls)).not.toContain(forwarded)
    },
  )
})

it('is the socket’s without a proxy, whatever a client writes', async () => {
  const { addressOf, warn } = await behind(0)
  for (const forwarded of [undefined, '', '203.0.113.7', '203.0.113.7:80', 'unknown']) {
    expect(addressOf(forwarded, '::ffff:198.51.100.9')).toBe('198.51.100.9')
  }
  expect(warn).not.toHaveBeenCalled()
})

it('is the second hop from the end behind two proxies', async () => {
  const { addressOf } = await behind(2)
  expect(addressOf('192.0.2.1, 203.0.113.7:1234, 10.0.0.2:443')).toBe('203.0.113.7')
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8::6', '2001:db8::'],
  ['::1', '::'],
  ['nobody', 'nobody'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7"', '203.0.113.7"'],
  ['[2001:db8::6]x', '[2001:db8::6]x'],
])('limits count %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
