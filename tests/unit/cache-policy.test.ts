import { expect, it } from 'vitest'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'

const prerendered = 's-maxage=31536000'
const { feed } = cachePolicies
const script = '/_next/static/a.js'

type Policy = keyof typeof cachePolicies

it.each<{ policy: Policy; given: string; path: string; statuses: number[] }>([
  { policy: 'page', given: prerendered, path: '/fr/contact', statuses: [200] },
  { policy: 'page', given: prerendered, path: '/', statuses: [304] },
  {
    policy: 'page',
    given: prerendered,
    path: '/no-such-page',
    statuses: [404],
  },
  {
    policy: 'page',
    given: prerendered,
    path: '/robots.txt/a',
    statuses: [200],
  },
  {
    policy: 'none',
    given: prerendered,
    path: '/contact',
    statuses: [500, 503],
  },
  { policy: 'none', given: prerendered, path: script, statuses: [404] },
  { policy: 'none', given: 'no-store', path: '/attestations', statuses: [200] },
  { policy: 'asset', given: '', path: script, statuses: [200, 304] },
  { policy: 'file', given: '', path: '/icon.svg', statuses: [200, 304] },
  { policy: 'file', given: prerendered, path: '/robots.txt', statuses: [200] },
  { policy: 'feed', given: feed, path: '/attestations.atom', statuses: [200] },
  { policy: 'redirect', given: '', path: '/gold-us', statuses: [301, 308] },
  { policy: 'none', given: '', path: script, statuses: [300] },
  { policy: 'none', given: '', path: '/icons/none.png', statuses: [404] },
  { policy: 'none', given: '', path: '/gold-us', statuses: [307] },
  { policy: 'none', given: '', path: '/api/contact', statuses: [308] },
  { policy: 'none', given: '', path: '/', statuses: [300] },
  {
    policy: 'none',
    given: feed,
    path: '/tlh/attestations.atom',
    statuses: [404],
  },
  { policy: 'none', given: feed, path: '/api/attestations', statuses: [200] },
])(
  'the cache policy of $path with status $statuses is “$policy” if Next says “$given”',
  ({ policy, given, path, statuses }) => {
    const policies = statuses.map((status) =>
      cachePolicyOf(path, status, given),
    )

    expect(new Set(policies)).toEqual(new Set([cachePolicies[policy]]))
  },
)
