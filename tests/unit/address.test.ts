import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { hostOf, listen, localAddress } from '@/lib/server/listen.ts'
import { hasIPv6, isListening } from '../support/half-request'

it.each([
  [{ HOST: '127.0.0.1', HOSTNAME: '::' }, '127.0.0.1'],
  [{ HOST: '[::1]' }, '::1'],
  [{ HOSTNAME: '0.0.0.0' }, '0.0.0.0'],
  [{ HOST: 'machine', HOSTNAME: '::' }, '::'],
])('the settings %j make the server listen on %s', (settings, host) => {
  expect(hostOf(settings, 'machine')).toBe(host)
})

it.each([{}, { HOST: '', HOSTNAME: '' }, { HOST: 'machine' }])(
  'the settings %j make the server listen on every address',
  (settings) => {
    expect(hostOf(settings, 'machine')).toBeUndefined()
  },
)

it('the local address of a server on every address is localhost', () => {
  expect(localAddress(undefined, 3000)).toBe('http://localhost:3000')
})

it.each([
  ['::', 'http://localhost:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['fe80::1%eth0', 'http://[fe80::1%25eth0]:3000'],
  ['site.example', 'http://site.example:3000'],
])('the local address of a server on %s is %s', (host, address) => {
  expect(localAddress(host, 3000)).toBe(address)
})

it.each<[name: string, reached: string[], host?: string]>([
  ['every address', ['127.0.0.1', '::1']],
  ['0.0.0.0', ['127.0.0.1'], '0.0.0.0'],
  ['::1', ['::1'], '::1'],
  ['127.0.0.1', ['127.0.0.1'], '127.0.0.1'],
])('a server on %s accepts connections at %j', async (_, expected, host) => {
  if (!hasIPv6() && (host?.includes(':') ?? expected.includes('::1'))) return
  const server = createServer()
  await listen(server, { host, port: 0 })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  const reached = await Promise.all(
    ['127.0.0.1', '::1'].map((address) => isListening(port, address)),
  )

  expect(['127.0.0.1', '::1'].filter((_, at) => reached[at])).toEqual(expected)
})
