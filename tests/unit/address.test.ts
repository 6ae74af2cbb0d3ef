import { expect, it } from 'vitest'
import { hostOf, ownAddress } from '@/lib/server/address.mjs'

it.each([
  [{}, undefined],
  [{ HOST: '', HOSTNAME: '' }, undefined],
  [{ HOST: '127.0.0.1', HOSTNAME: '::' }, '127.0.0.1'],
  [{ HOST: '[::1]' }, '::1'],
  [{ HOSTNAME: '0.0.0.0' }, '0.0.0.0'],
  [{ HOSTNAME: 'machine' }, undefined],
  [{ HOST: 'machine' }, undefined],
  [{ HOST: 'machine', HOSTNAME: '::' }, '::'],
])('%j listens on %s', (settings, host) => {
  expect(hostOf(settings, 'machine')).toBe(host)
})

it.each([
  [undefined, 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
  ['::1', 'http://[::1]:3000'],
  ['fe80::1%eth0', 'http://[fe80::1%25eth0]:3000'],
  ['site.example', 'http://site.example:3000'],
])('a server that listens on %s is at %s', (host, address) => {
  expect(ownAddress(host, 3000)).toBe(address)
})
