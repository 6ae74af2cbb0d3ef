import type { IncomingMessage, ServerResponse } from 'node:http'
import { isLocale, type Locale, routing } from '@/lib/i18n/routing'
import { stateOfCatalogs } from '../../preview/catalogs'
import { EditError, type Routes, send, sendJson } from '../http'
import { addressOf } from './address'
import { galleryPage } from './gallery'
import { findState, listGroups } from './list'
import { renderedPage } from './rendered-page'
import type { State } from './types'

export const routes: Routes = {
  'GET /_edit/states': (_, response) => sendPage(response, () => galleryPage(listGroups())),
  'GET /_edit/states/*': showState,
  'GET /_edit/steps': sendSteps,
}

/** `/_edit/states/contact-sent?locale=fr` */
async function showState({ url = '', headers }: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
  const state = stateOf(url.split('?')[0]?.slice('/_edit/states/'.length))
  const locale = localeOf(query)
  if ('path' in state) response.writeHead(302, { Location: addressOf(state, locale) }).end()
  else await sendPage(response, () => renderedPage(state, locale, `http://${headers.host}`))
}

async function sendPage(response: ServerResponse, make: () => string | Promise<string>) {
  // Tells the page's script which catalogs it was made from: it is loaded again when they are saved.
  response.setHeader('Server-Timing', `preview;desc=${stateOfCatalogs()}`)
  send(response, 200, 'text/html', await make())
}

/** What the page's own script does to reach the state. */
async function sendSteps(_: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
  const state = stateOf(query.get('state'))
  const locale = localeOf(query)
  if (!('path' in state)) throw new EditError(404, 'There is no such page.')
  const steps = (await state.steps?.(locale)) ?? []
  // Else the page would give up waiting for an answer.
  const waits = state.answers?.some((answer) => 'is' in answer && answer.is === 'awaited')
  sendJson(response, 200, { steps, shows: state.shows, stays: Boolean(state.stays || waits) })
}

function stateOf(id: string | null | undefined): State {
  const state = findState(id)
  if (!state) throw new EditError(404, 'There is no such state. The list of states has them all.')
  return state
}

function localeOf(query: URLSearchParams): Locale {
  const locale = query.get('locale')
  return isLocale(locale) ? locale : routing.defaultLocale
}
