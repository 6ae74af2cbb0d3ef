// Serves a build from its folder: `NODE_ENV=production node BUILD/server.mjs`.
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import inject from 'light-my-request'
import { collectDefaultMetrics } from 'prom-client'
import { env, inheritedSocket } from '@/lib/env'
import { cachePolicyOf } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import {
  beginStopping,
  cutOffDeliveries,
  isStopping,
  requestIds,
} from '@/lib/process-state'
import { createPageCache } from './cached-pages'
import { createDrain } from './drain'
import { createBoundedServer } from './limits'
import { hostOf, listen, localAddress } from './listen'
import { createReportFiles } from './report-files'
import {
  beforeHead,
  notFound,
  pathOf,
  routeOf,
  type ShortResponse,
  sendShortResponse,
} from './request'
import { filterRequest } from './request-filter'
import { logConsole, watchRequest } from './request-log'
import { defaultHeaders, failedPrecondition } from './resource'
import { createStaticSite, type Policies } from './static-site'
import { answerFailure, stopAfterUncaught } from './unexpected-errors'

const maxStopMs = 10_000
// How long cut-off requests have to end, and the database to close.
const maxCutOffMs = 1_000
const preconditionFailed = { status: 412, code: 'precondition_failed' }
// How long deliveries have to end, which leaves time to record that unfinished
// deliveries are due again.
const maxStopDeliveryMs = 8_000

// Stops the server as SIGTERM would if the starter (scripts/commands.ts) is
// killed before it can forward a signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

try {
  const drain = await serve(dirname(fileURLToPath(import.meta.url)))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop(drain))
  stopAfterUncaught(() => stop(drain))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  endWithFailure()
}

async function serve(buildFolder: string) {
  const port = Number(env.PORT)
  const host = hostOf(env, hostname())
  const { default: next } = await import('next')
  const app = next({
    dev: false,
    dir: buildFolder,
    // Next calls itself at this host for some rewrites, and 127.0.0.1 would
    // loop.
    hostname: 'localhost',
    port,
    // Gives Next a separate server that never receives upgrades.
    httpServer: createServer(),
  })
  await app.prepare().catch((error: Error) => {
    throw new Error(`The site could not start: ${error.message}`)
  })

  const handle = app.getRequestHandler()
  const server = createSiteServer(buildFolder, handle)
  // Sends the first request, because Next then runs the start-up hook, which
  // starts deliveries and other background work.
  const { statusCode } = await inject(handle, {
    url: '/healthz',
    headers: { host: 'localhost' },
  })
  if (statusCode !== 200)
    throw new Error(
      `The site could not start: /healthz returned ${statusCode}, see above.`,
    )

  collectDefaultMetrics()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  metrics.build.set({ version, node: process.versions.node }, 1)
  const drain = createDrain(server)
  const fd = inheritedSocket()
  await listen(server, fd === undefined ? { host, port } : { fd })
  process.stdout.write(`→ The site is at ${localAddress(host, port)}\n`)
  return drain
}

function createSiteServer(buildFolder: string, handle: RequestListener) {
  logConsole()
  const staticSite = createStaticSite(buildFolder)
  const answerReportFile = createReportFiles()
  const answerFromCache = createPageCache(handle, staticSite.answerNotFound)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const route = routeOf(request)
    const isAnswered =
      (await answerReportFile(request, response)) ||
      staticSite.answer(request, response, route) ||
      (await answerFromCache(request, response, route))
    if (isAnswered) return
    const refusal = refusalOf(request)
    if (refusal) return sendShortResponse(request, response, refusal)
    prepareAnswer(request, response, staticSite.policies)
    handle(request, response)
  }

  return createBoundedServer((request, response, isNormal) => {
    const id = watchRequest(request, response)
    if (filterRequest(request, response, isNormal)) return
    requestIds
      .run(id, () => answer(request, response))
      .catch((error: Error) => answerFailure(error, request, response))
  })
}

/** Returns the response to a request that Next would answer wrongly. */
function refusalOf(request: IncomingMessage): ShortResponse | undefined {
  // Next would look up the file by different rules, such as decoded slashes.
  if (pathOf(request).startsWith('/_next/')) return notFound
  // Checks preconditions without an ETag, because Next's responses have none.
  return failedPrecondition(request) === 412 ? preconditionFailed : undefined
}

function prepareAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { styles, errorPolicy }: Policies,
) {
  for (const [name, value] of Object.entries(defaultHeaders))
    response.setHeader(name, value)
  const path = pathOf(request)
  beforeHead(response, (status) => {
    const given = String(response.getHeader('Cache-Control') ?? '')
    response.setHeader('Cache-Control', cachePolicyOf(path, status, given))
    const type = String(response.getHeader('Content-Type'))
    if (!type.startsWith('text/html')) return
    // Only pages that proxy.ts has given a nonce may run scripts of their own.
    // All other pages that Next sends are error pages.
    const policy = String(response.getHeader('Content-Security-Policy'))
    response.setHeader(
      'Content-Security-Policy',
      policy.includes("'nonce-")
        ? policy.replace("style-src 'self'", `$& ${styles.join(' ')}`)
        : errorPolicy,
    )
  })
}

/**
 * Stops the server. The process usually ends by itself after the last request
 * and delivery, which closes the database.
 */
function stop(drain: ReturnType<typeof createDrain>) {
  // Ignores further signals, because a terminal sends one to npm and one to the
  // server, and npm forwards its own.
  if (isStopping()) return
  log.info('stopping: finishing the requests in progress')
  beginStopping()
  drain.finish()
  setTimeout(cutOffDeliveries, maxStopDeliveryMs).unref()
  setTimeout(() => {
    log.warn('stopping: cutting off the requests still in progress')
    drain.cutOff()
    setTimeout(() => process.exit(), maxCutOffMs).unref()
  }, maxStopMs).unref()
}

function endWithFailure() {
  process.exitCode = 1
  setImmediate(() => process.exit())
}
