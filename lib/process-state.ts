import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'
import { shareInProcess } from '@/lib/share-in-process'

/**
 * A revision that changes with the reports, and the paths of their year pages.
 */
export type ReportsState = { revision: string; yearPages: string[] }

/** A part of a report file, and the size of the whole file. */
export type FilePiece = { content: Uint8Array; fileBytes: number }

function createState() {
  return {
    requestIds: new AsyncLocalStorage<string | undefined>(),
    isStopping: false,
    cutOff: new AbortController(),
    unsavedInputs: new Map<string, unknown>(),
    proxyMismatch: { at: Number.NEGATIVE_INFINITY },
    /**
     * Counts this process's changes to reports, so that its next response shows
     * them.
     */
    reportChanges: { count: 0 },
    reportLoaders: {
      /**
       * Resolves to undefined until the site has started, and while the
       * database is unavailable.
       */
      readState: async (): Promise<ReportsState | undefined> => undefined,
      /** Resolves to undefined if there is no such file or piece. */
      loadPiece: async (
        _sha256: string,
        _number: number,
      ): Promise<FilePiece | undefined> => {
        throw new Error('The site has not started.')
      },
    },
  }
}

const state = shareInProcess('processState', createState)
setMaxListeners(0, state.cutOff.signal)

/**
 * `proxyMismatch.at` is when a request's addresses last did not match
 * TRUSTED_PROXY_HOPS, as `performance.now()`.
 */
export const {
  requestIds,
  unsavedInputs,
  proxyMismatch,
  reportChanges,
  reportLoaders,
} = state

/**
 * Runs work that outlives its request, such as a loop, without the request's id
 * in its log lines.
 */
export function outsideRequest<Result>(work: () => Result): Result {
  return requestIds.run(undefined, work)
}

export function beginStopping() {
  state.isStopping = true
}

export function isStopping(): boolean {
  return state.isStopping
}

/** The error code of deliveries cut off when the process ends. */
export const siteStopped = 'SITE_STOPPED'

export const cutOffSignal = state.cutOff.signal

export function cutOffDeliveries() {
  state.cutOff.abort(
    Object.assign(new Error('the site stopped'), { code: siteStopped }),
  )
}
