import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildSources } from '@/scripts/builds/build-site.mjs'
import { explainNode } from '@/scripts/setup.mjs'

it.each(['16.20.2', '18.20.8', '20.18.3'])('says in one sentence that Node %s is too old', (version) => {
  expect(explainNode(version)).toBe(`Node 20.19 or newer is needed; this is ${version}.`)
})

it.each(['20.19.0', '20.20.2', '22.1.0', '26.0.0'])('has nothing against Node %s', (version) => {
  expect(explainNode(version)).toBeUndefined()
})

it('builds the site anew when any file changed that Next takes from the root', () => {
  const taken = readdirSync('.').filter((name) =>
    /^(next\.config|instrumentation|middleware|proxy|tsconfig)\b/.test(name),
  )
  expect(taken.length).toBeGreaterThan(3)
  expect(buildSources).toEqual(expect.arrayContaining(taken))
})
