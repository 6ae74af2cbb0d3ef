import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  addIntegrity,
  errorPolicyOf,
  type Pages,
  policyOf,
} from '@/lib/build/secure-pages'
import { routing } from '@/lib/i18n/routing'
import { notFoundPath, renderingOf, routes } from '@/lib/routes'
import { inspectPage } from '@/lib/security/inspect-page'
import { dataPolicy, pagePolicy } from '@/lib/security/policy.mjs'

function page(body: string) {
  return `<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>${body}</body></html>`
}

function hashOf(script: string) {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** Returns every page as a build contains it, each with a different script. */
function builtPages(): Pages {
  const shown = Object.entries(routes).filter(
    ([path, { kind }]) => kind === 'page' && !renderingOf(path),
  )
  const paths = [
    ...shown.map(([path]) => (path === '/' ? '' : path)),
    notFoundPath,
  ]
  const addresses = routing.locales.flatMap((locale) =>
    paths.map((path) => `/${locale}${path}`),
  )
  const all = [...addresses, '/404', '/500']
  return new Map(
    all.map((address) => [
      address,
      inspectPage(page(`<script>run("${address}")</script>`)),
    ]),
  )
}

it.each([
  [
    'a style attribute',
    '<p style="color:red">x</p>',
    'a style attribute on <p>',
  ],
  [
    'an event attribute',
    '<img src="/x.png" alt="" onerror="run()">',
    'the event attribute onerror on <img>',
  ],
  [
    'a script address',
    '<a href=" java\nscript:run()">x</a>',
    'a javascript: address on <a>',
  ],
  [
    'a script without integrity',
    '<script src="/x.js"></script>',
    'the script /x.js without integrity',
  ],
  [
    'an attribute in a template',
    '<template><p style="x">x</p></template>',
    'a style attribute on <p>',
  ],
])('the inspection of a page finds %s', (_, body, error) => {
  expect(inspectPage(page(body)).errors).toEqual([error])
})

const script = ' self.x = "é < &amp; \\u202f" '
const style = 'p > a { color: red }'
const dataBlock = '<script type="application/ld+json">{"a":1}</script>'
const harmless =
  '<script src="/x.js" integrity="sha256-x"></script><a href="/javascript:x">javascript: x</a>'

it.each([
  [
    'scripts byte by byte, but not data blocks',
    `<script>${script}</script>${dataBlock}`,
    [hashOf(script)],
    [],
  ],
  [
    'styles',
    `<style>${style}</style><svg><style>${style}</style></svg>`,
    [],
    [hashOf(style)],
  ],
  ['neither files with integrity nor links', harmless, [], []],
])('the inspection of a page hashes %s', (_, body, scripts, styles) => {
  expect(inspectPage(page(body))).toEqual({ scripts, styles, errors: [] })
})

it('integrity is added only to the scripts of the build and their preloads', () => {
  const integrityOf = { 'static/a.js': 'sha256-A', 'static/b.js': 'sha256-B' }
  const preload = '<link rel="preload" as="script" href="/_next/static/a.js"/>'
  const body = `${preload}<script src="/_next/static/a.js" async=""></script><script integrity="sha256-Z" src="/_next/static/b.js"></script><script src="/elsewhere.js"></script><script>1 < 2</script>`
  const expected = body
    .replace('<link', '<link integrity="sha256-A"')
    .replace('<script src="/_next', '<script integrity="sha256-A" src="/_next')

  expect(addIntegrity(page(body), integrityOf)).toBe(page(expected))
})

it('the policy of error pages allows the scripts of the 404 page in every language', () => {
  const policy = errorPolicyOf(builtPages())

  for (const locale of routing.locales)
    expect(policy).toContain(hashOf(`run("/${locale}${notFoundPath}")`))
})

it('a build with a missing page or an overlong policy fails', () => {
  expect(() => policyOf(['/es/missing'], builtPages())).toThrow(
    '/es/missing was not prerendered.',
  )

  const scripts = Array.from({ length: 80 }, (_, i) => hashOf(String(i)))
  const long = builtPages().set('/fr', { scripts, styles: [], errors: [] })

  expect(() => policyOf(['/fr'], long)).toThrow(
    /^The policy of \/fr has \d+ bytes, but only 4096 are allowed\.$/,
  )
})

it('the CSP allows the tag manager only for scripts, images and connections', () => {
  const policy = pagePolicy({ tagManager: 'https://tags.example' })
  const named = policy
    .split('; ')
    .filter((directive) => directive.includes('https://tags.example'))

  expect(named.map((directive) => directive.split(' ')[0])).toEqual([
    'script-src',
    'img-src',
    'connect-src',
  ])
  expect(`${pagePolicy()} ${dataPolicy}`).not.toMatch(/unsafe|http|\*/)
})
