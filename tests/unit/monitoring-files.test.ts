import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, register } from 'prom-client'
import { expect, it } from 'vitest'
import { checkNames } from '@/lib/health/check-names'
import '@/lib/metrics/metrics'
import { settingNames } from '@/lib/settings'

const alerts = readFileSync('deploy/alerts.yml', 'utf8')
const operations = readFileSync('docs/operations.md', 'utf8')

const suffixes: Record<string, string[]> = { histogram: ['_bucket', '_sum', '_count'], counter: [''], gauge: [''] }

async function exportedNames(): Promise<Set<string>> {
  if (!register.getSingleMetric('nodejs_version_info')) collectDefaultMetrics()
  const all = await register.getMetricsAsJSON()
  return new Set(all.flatMap(({ name, type }) => (suffixes[String(type)] ?? []).map((suffix) => name + suffix)))
}

it('the alerts ask for nothing that is not exported', async () => {
  const names = alerts.match(/\b(?:site|nodejs|process)_[a-z0-9_]+/g) ?? []
  expect(names.length).toBeGreaterThan(8)
  const exported = await exportedNames()
  for (const name of names) expect(exported, name).toContain(name)
})

it('the alerts ask for checks and limits that there are', () => {
  const checks = [...alerts.matchAll(/check=~?"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'))
  expect(checks.length).toBeGreaterThan(2)
  for (const check of checks) expect(checkNames).toContain(check)
  for (const [, pattern] of alerts.matchAll(/limit=~"([^"]+)"/g)) {
    expect(settingNames.filter((name) => new RegExp(`^(?:${pattern})$`).test(name)).length).toBeGreaterThan(1)
  }
})

it('every alert links to its chapter, which says what to do', () => {
  const rules = [...alerts.matchAll(/- alert: (\w+)[\s\S]*?runbook_url: (\S+)/g)]
  expect(rules).toHaveLength(alerts.split('- alert:').length - 1)
  for (const [, name = '', link] of rules) {
    expect(link).toBe(`docs/operations.md#${name.toLowerCase()}`)
    expect(operations).toContain(`\n### ${name}\n\n`)
  }
})
