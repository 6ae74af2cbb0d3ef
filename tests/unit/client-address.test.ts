import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clientOf, limitKeysOf, networkOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { proxyMismatch } from '@/lib/process-state'
import { clientAddress } from '@/lib/server/client-address'
import { postRequest } from '../support/requests'
import { setForTest } from '../support/settings'

describe('the address of a client', () => {
  const direct = '198.51.100.9'

  function addressBehind(
    hops: number,
    forwarded?: string,
    remoteAddress = '10.0.0.1',
    url = '/',
  ) {
    setForTest({ TRUSTED_PROXY_HOPS: String(hops) })
    const request = {
      method: 'GET',
      url,
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress },
    }
    return clientAddress(request as unknown as IncomingMessage)
  }

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7:50123', '203.0.113.7'],
    ['"203.0.113.7:50123"', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['64:ff9b:1:fffe::203.0.113.7', '203.0.113.7'],
    ['::ffff:0:203.0.113.7', '203.0.113.7'],
    ['2002:cb00:7107:1234::1', '203.0.113.7'],
    ['2001:0:c633:6409:8000:f227:34ff:8ef8', '203.0.113.7'],
    ['"[2001:db8::7]:50123"', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['[fe80::7%25eth0]:80', 'fe80::7'],
  ])('behind one proxy with the header %j is %s', (forwarded, address) => {
    const warn = vi.spyOn(log, 'warn')

    expect(addressBehind(1, forwarded)).toBe(address)

    expect(warn).not.toHaveBeenCalled()
  })

  const unusable = [
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.7:x',
    '[2001:db8::7',
    '0x7f.1',
    '300.1.1.1',
  ]

  it('causes one warning per minute about unusable headers, without them', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const warn = vi.spyOn(log, 'warn')
    for (const forwarded of unusable) addressBehind(1, forwarded)

    vi.advanceTimersByTime(60_001)
    addressBehind(1, 'unknown')

    expect(warn).toHaveBeenCalledTimes(2)
    expect(warn).toHaveBeenLastCalledWith(
      { times: unusable.length },
      expect.stringContaining('X-Forwarded-For'),
    )
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/unknown|hidden|203/)
  })

  it.each(unusable)(
    'is the proxy’s if the header ends with %s',
    (forwarded) => {
      expect(addressBehind(1, `192.0.2.1, ${forwarded}`)).toBe('10.0.0.1')
    },
  )

  it.each([undefined, '', '203.0.113.7', '203.0.113.7:80', 'unknown'])(
    'is the socket’s without a trusted proxy and with the header %j',
    (forwarded) => {
      expect(addressBehind(0, forwarded, `::ffff:${direct}`)).toBe(direct)
    },
  )

  it('is empty once the socket is closed', () => {
    expect(addressBehind(0, '203.0.113.7', '')).toBe('')
  })

  it('is the second-last hop behind two proxies', () => {
    const forwarded = '192.0.2.1, 203.0.113.7:1234, 10.0.0.2:443'

    expect(addressBehind(2, forwarded)).toBe('203.0.113.7')
  })

  it('is the only hop if there are fewer proxies than the setting says', () => {
    expect(addressBehind(2, '203.0.113.7')).toBe('203.0.113.7')
  })

  const hundred = Array.from(
    { length: 100 },
    (_, index) => `192.0.2.${index}`,
  ).join()

  it.each([
    ['the proxy’s if it adds none', undefined, '10.0.0.1'],
    [
      'the last hop’s even if it is private',
      '203.0.113.7, 10.0.0.2',
      '10.0.0.2',
    ],
    [
      'the visitor’s after a hundred others',
      `${hundred}, 203.0.113.7`,
      '203.0.113.7',
    ],
    ['the visitor’s in a private network', '192.168.1.5', '192.168.1.5'],
  ])('is %s behind one proxy', (_, forwarded, address) => {
    expect(addressBehind(1, forwarded)).toBe(address)
  })

  describe('that visitors would share', () => {
    beforeEach(() => {
      proxyMismatch.at = Number.NEGATIVE_INFINITY
      vi.spyOn(log, 'warn')
    })

    const isReported = () => Number.isFinite(proxyMismatch.at)

    it.each([
      { condition: 'a proxy that adds no address', hops: 1 },
      {
        condition: 'a proxy that hides the address',
        hops: 1,
        forwarded: 'unknown',
      },
      {
        condition: 'fewer proxies than the setting says',
        hops: 2,
        forwarded: '203.0.113.7',
      },
      {
        condition: 'a second proxy that is not counted',
        hops: 1,
        forwarded: '203.0.113.7, 10.0.0.2',
      },
      {
        condition: 'a proxy although none is trusted',
        hops: 0,
        forwarded: '203.0.113.7',
      },
    ])('is reported with $condition', ({ hops, forwarded }) => {
      addressBehind(hops, forwarded)

      expect(isReported()).toBe(true)
    })

    it.each([
      { condition: 'no proxy', hops: 0 },
      {
        condition: 'a hundred invented addresses',
        hops: 1,
        forwarded: `${hundred}, 203.0.113.7`,
      },
      {
        condition: 'a visitor of the same private network',
        hops: 1,
        forwarded: '192.168.1.5',
      },
      {
        condition: 'a forged header',
        hops: 0,
        forwarded: '192.0.2.1',
        remote: '203.0.113.7',
      },
      {
        condition: 'monitoring past the proxy',
        hops: 1,
        remote: '127.0.0.1',
        url: '/readyz',
      },
    ])('is not reported with $condition', (request) => {
      const { hops, forwarded, remote, url } = request

      addressBehind(hops, forwarded, remote, url)

      expect(isReported()).toBe(false)
    })
  })

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['::1', '::'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7"', '203.0.113.7"'],
    ['[2001:db8::6]x', '[2001:db8::6]x'],
  ])('%s counts as %s', (address, network) => {
    const headers = { 'X-Forwarded-For': address.trim() }

    expect(networkOf(address)).toBe(network)
    expect(clientOf(postRequest('', headers))).toBe(network)
  })

  it('counts as unknown if the request has no X-Forwarded-For', () => {
    expect(clientOf(postRequest())).toBe('unknown')
  })
})

describe('the rate limit keys', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), {
    minLength: 8,
    maxLength: 8,
  })
  // Generates global unicast addresses that contain no IPv4 address.
  const ipv6 = groups.map(([, ...rest]) =>
    [0x2a00, ...rest].map((group) => group.toString(16)),
  )
  const keysOf = (address: string[]) =>
    limitKeysOf(networkOf(address.join(':'))).map(({ key }) => key)

  const seed = 20261128

  it('of addresses in one /64 are the same', () => {
    const property = fc.property(ipv6, ipv6, (one, other) => {
      const neighbor = [...one.slice(0, 4), ...other.slice(4)]
      expect(keysOf(neighbor)).toEqual(keysOf(one))
    })
    fc.assert(property, { seed })
  })

  it('of addresses in one /48 include one that is the same', () => {
    const property = fc.property(ipv6, ipv6, (one, other) => {
      const colleague = [...one.slice(0, 3), ...other.slice(3)]
      expect(keysOf(colleague)[1]).toBe(keysOf(one)[1])
      expect(keysOf(colleague)[0] === keysOf(one)[0]).toBe(one[3] === other[3])
    })

    fc.assert(property, { seed })
  })

  it('of addresses in different /48s differ', () => {
    const property = fc.property(ipv6, ipv6, (one, other) => {
      expect(keysOf(other)[1] === keysOf(one)[1]).toBe(
        one.slice(0, 3).join() === other.slice(0, 3).join(),
      )
    })

    fc.assert(property, { seed })
  })

  it('include the /48 even if a prefix precedes the address', () => {
    const [one, other] = [
      'elsewhere 2001:db8:1:2::',
      'elsewhere 2001:db8:1:3::',
    ].map(limitKeysOf)

    expect(one?.[1]?.key).toBe('elsewhere 2001:db8:1::/48')
    expect(other?.[1]?.key).toBe('elsewhere 2001:db8:1::/48')
  })

  it('of an IPv4 address consist of a single key', () => {
    expect(limitKeysOf(networkOf('203.0.113.7'))).toEqual([
      { key: '203.0.113.7', shares: 1 },
    ])
  })
})
