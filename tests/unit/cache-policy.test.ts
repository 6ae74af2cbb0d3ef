import { expect, it } from 'vitest'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'

const { page, asset, file, feed, redirect, none } = cachePolicies
const prerendered = 's-maxage=31536000'

it.each([
  ['a prerendered page', '/fr/contact', 200, prerendered, page],
  ['a prerendered page that has not changed', '/', 304, prerendered, page],
  ['the prerendered 404 page', '/nothing', 404, prerendered, page],
  ['a page rendered for one request', '/attestations', 200, 'no-store', none],
  ['a page that failed', '/contact', 500, prerendered, none],
  ['a page that is unavailable', '/contact', 503, prerendered, none],
  ['a script', '/_next/static/a.js', 200, '', asset],
  ['a script that has not changed', '/_next/static/a.js', 304, '', asset],
  ['a script with several choices', '/_next/static/a.js', 300, '', none],
  ['a missing script', '/_next/static/a.js', 404, prerendered, none],
  ['an icon', '/icon.svg', 200, '', file],
  ['an icon that has not changed', '/icon.svg', 304, '', file],
  ['a missing icon', '/icons/none.png', 404, '', none],
  ['a text for machines', '/robots.txt', 200, prerendered, file],
  ['a page below such a name', '/robots.txt/a', 200, prerendered, page],
  ['the reports as a feed', '/attestations.atom', 200, feed, feed],
  ['a feed that was not found', '/tlh/attestations.atom', 404, feed, none],
  ['a permanent redirect', '/gold-us', 308, '', redirect],
  ['an old permanent redirect', '/gold-us', 301, '', redirect],
  ['a temporary redirect', '/gold-us', 307, '', none],
  ['an answer of the API', '/api/attestations', 200, feed, none],
  ['a redirect of the API', '/api/contact', 308, '', none],
  ['any other answer', '/', 300, '', none],
])('%s may be cached as its policy says', (_, path, status, given, policy) => {
  expect(cachePolicyOf(path, status, given)).toBe(policy)
})
