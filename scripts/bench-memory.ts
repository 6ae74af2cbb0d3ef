// `npm run bench:memory`: what the serving process takes after its start, and after 50,000 requests of all kinds.
import { setTimeout as wait } from 'node:timers/promises'
import { residentMiB } from '../tests/support/misbehaving-clients'
import { createApiClient, withoutLimits } from './bench/api-client'
import { showResults } from './bench/results'
import { withTemporarySite } from './temporary-site'

const requests = 50_000
const lines = 16
const quietMs = 5_000

await withTemporarySite('scripts/start.mjs', { ...withoutLimits, PORT: '3194', LOG_LEVEL: 'warn' }, async (site) => {
  const api = createApiClient(site.address)
  const paths = ['/', '/fr/contact', '/es/direct-reserve', '/no-such-page.css', '/fr/attestations', '/attestations.csv']
  const visits = [
    ...paths.map((path) => () => api.get(path, path.startsWith('/no-such') ? 404 : 200)),
    ...['/api/contact/token', '/api/attestations'].map((path) => () => api.get(path)),
    api.askAssistant,
    api.sendLead,
  ]
  const measure = async (when: string) => {
    await wait(quietMs)
    return { when, 'memory (MiB)': Math.round(residentMiB(site.pid)) }
  }

  const rows = [await measure('after the start')]
  let sent = 0
  const send = async () => {
    while (sent < requests) await visits[sent++ % visits.length]?.()
  }
  await Promise.all(Array.from({ length: lines }, send))
  rows.push(await measure(`after ${requests.toLocaleString('en')} requests`))
  await api.close()
  showResults('bench-memory', [
    { title: 'The serving process; a tenth of the requests each are leads and questions', rows },
  ])
})
