import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { log } from '@/lib/log'
import { requestIds } from '@/lib/request-id'
import { createBoundedServer, limitUnread } from './bounded-server'
import { clientAddress } from './client-address'
import { logConsole } from './console-log'
import { createDrain } from './drain'
import { prepareAnswer } from './prepare-answer'
import { createRenderedReports } from './rendered-reports'
import { answerReportFile } from './report-files'
import { type Refusal, refusalOf, refuse, removeInternal } from './request-filter'
import { watchRequest } from './request-log'
import { createStaticSite, readInlineStyles } from './static-site'

/** Answers from memory what is the same for everybody, the rest by Next's handler. Console output becomes log lines. */
export function createSiteServer(buildFolder: string, handle: RequestListener, history?: string) {
  logConsole()
  const staticSite = createStaticSite(buildFolder, history)
  const reports = createRenderedReports(handle, staticSite.answerNotFound)
  const styles = readInlineStyles(buildFolder)
  const server = createBoundedServer((request, response) => {
    const id = watchRequest(request, response)
    const refusal = refusalOf(request)
    if (!refusal && answerReportFile(request, response, () => answerOther(request, response, id), id)) return
    answerOther(request, response, id, refusal)
  })

  function answerOther(request: IncomingMessage, response: ServerResponse, id: string, refusal?: Refusal) {
    if (!refusal && staticSite.answer(request, response, id)) return
    if (!refusal && reports.answerAtOnce(request, response, id)) return
    requestIds.run(id, () => {
      limitUnread(request, response)
      prepareAnswer(request, response, id, styles)
      if (refusal) return refuse(request, response, refusal)
      removeInternal(request)
      reports.answer(request, response, () => {
        request.headers['x-forwarded-for'] = clientAddress(request)
        handle(request, response)
      })
    })
  }

  const { stop, handOver, cutOff } = createDrain(server)
  const drain = {
    stop() {
      log.info('stopping: requests under way are finished first')
      stop()
    },
    handOver() {
      log.info('handing over: another process takes new connections')
      handOver()
    },
    cutOff() {
      log.warn('stopping: what is still under way is cut off')
      cutOff()
    },
  }
  return { server, drain }
}
