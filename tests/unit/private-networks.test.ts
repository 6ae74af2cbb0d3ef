import { describe, expect, it } from 'vitest'
import { isPrivateHost } from '@/lib/private-networks'

/** Whether the host of an address, as the URL parser reads it, is private. */
const isPrivate = (host: string) =>
  isPrivateHost(new URL(`http://${host}`).hostname)

describe('a private host', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0x7f.1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '[::1]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'localhost.',
    'site.localhost',
    'mattermost',
    'crm.internal',
    'crm.internal.',
    'crm.home.arpa',
    'crm.default.svc',
  ])('can be %s', (host) => {
    expect(isPrivate(host)).toBe(true)
  })

  it.each([
    '[2001:db8::1]',
    '[::ffff:203.0.113.1]',
    '[64:ff9b::a00:1]',
    '10.example.com',
    '127.example.com',
    '192.168.evil.example',
    '172.16.example.com',
    '100.64.example.com',
    '172.32.0.1',
    '100.128.0.1',
    '192.169.0.1',
    '0.0.0.0',
    'localhost.example.com',
    'internal.example',
    'notlocalhost.example',
  ])('cannot be %s', (host) => {
    expect(isPrivate(host)).toBe(false)
  })
})
