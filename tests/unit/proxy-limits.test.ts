import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiTable, type Operation } from '@/lib/http/api-table'
import { maxFileBytes } from '@/lib/http/file-size'
import { idleMs, keepAliveBehindProxyMs, parserLimits } from '@/lib/server/connection-limits'

const nginx = readFileSync('deploy/nginx.conf', 'utf8')
const caddy = readFileSync('deploy/Caddyfile', 'utf8')

function numberIn(text: string, pattern: RegExp): number {
  return Number(text.match(pattern)?.[1])
}

const taking = Object.entries(apiTable).flatMap(([path, methods]) =>
  Object.values<Operation>(methods).map(({ body }) => ({ path, bytes: body?.maxBytes ?? 0 })),
)
const files = taking.filter(({ bytes }) => bytes >= maxFileBytes)
const maxBytes = taking.filter((each) => !files.includes(each)).map(({ bytes }) => bytes)

it.each([
  ['nginx', numberIn(nginx, /client_max_body_size (\d+)k/), numberIn(nginx, /proxy_read_timeout (\d+)s/)],
  ['Caddy', numberIn(caddy, /max_size (\d+)KB/), numberIn(caddy, /response_header_timeout (\d+)s/)],
])('%s lets through the largest body, and waits longer than the server', (_, kibibytes, seconds) => {
  expect(kibibytes * 1000).toBeGreaterThan(2 * Math.max(...maxBytes))
  expect(seconds * 1000).toBeGreaterThan(idleMs)
})

it.each([
  ['nginx', nginx.match(/location ~ (\S+) \{\s+client_max_body_size (\d+)m/), 2 ** 20],
  ['Caddy', caddy.match(/@files path (.+)\n\s+request_body @files \{\s+max_size (\d+)MB/), 1e6],
] as const)('%s lets files through to where they are taken, and nowhere else', (name, rule, unit) => {
  const [, place = '', size] = rule ?? []
  const isTaken = (path: string) => (name === 'nginx' ? new RegExp(place).test(path) : place.split(' ').includes(path))
  expect(taking.filter(({ path }) => isTaken(path))).toEqual(files)
  expect(Number(size) * unit).toBeGreaterThan(Math.max(...files.map(({ bytes }) => bytes)))
})

it.each([
  ['nginx', numberIn(nginx, /keepalive_timeout (\d+)s;\n\}/)],
  ['Caddy', numberIn(caddy, /keepalive (\d+)s/)],
])('%s closes a connection before the server behind a proxy does', (_, seconds) => {
  expect(seconds * 1000).toBeLessThan(keepAliveBehindProxyMs)
})

it('sends headers that nginx and the server take alike', () => {
  expect(numberIn(nginx, /large_client_header_buffers \d+ (\d+)k/) * 1024).toBe(parserLimits.maxHeaderSize)
})
