import type { RequestListener } from 'node:http'
import { clientAddress } from './client-address'
import { filterRequest } from './request-filter'

// The development server's own addresses: its files, its tools and their calls.
const developmentPaths = /^\/(_next\/|__nextjs)/

/** Puts the filter of the production server before `next dev`, so that an address works or fails alike in both. */
export function withRequestFilter(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (!developmentPaths.test(request.url ?? '') && filterRequest(request, response)) return
    request.headers['x-forwarded-for'] = clientAddress(request)
    handle(request, response)
  }
}
