import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename } from 'node:path'
import { collectDefaultMetrics } from 'prom-client'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { sharedFunctions } from '@/lib/shared-functions'
import { pathOf } from './request'

/**
 * Counts what this process does, and serves it at METRICS_PORT where that is set; returns what ends serving it. A taken
 * port is only warned of.
 */
export async function startMetrics(buildFolder: string): Promise<() => void> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  metrics.build.set({ version, build: basename(buildFolder), node: process.versions.node }, 1)
  collectDefaultMetrics({ register: metrics.registry })
  return env.METRICS_PORT === undefined ? () => undefined : serveMetrics(env.METRICS_PORT)
}

// On loopback: whoever is on this machine may read counts, and nobody else reaches them here.
function serveMetrics(port: number): Promise<() => void> {
  const server = createServer(async (request, response) => {
    if (pathOf(request) !== '/metrics') return response.writeHead(404).end()
    try {
      const text = await sharedFunctions().metricsText()
      response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text)
    } catch (error) {
      log.error({ error: (error as Error).name }, 'the metrics could not be read')
      response.writeHead(503).end()
    }
  })
  // It keeps no process from its end: the site's own server does.
  server.unref()
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      log.warn({ port, code }, 'METRICS_PORT cannot be listened on: the metrics are at /metrics of the site only')
      resolve(() => undefined)
    })
    server.listen(port, '127.0.0.1', () => resolve(() => server.close()))
  })
}
