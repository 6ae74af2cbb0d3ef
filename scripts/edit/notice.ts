// What “Get the latest texts” has done. It is shown until someone has read it,
// because new texts can reload the page before the response arrives.
import { z } from 'zod'
import { type Routes, withBody } from './http'

let notice = ''

export const noticeRoutes: Routes = {
  'POST /_edit/notice-read': withBody(z.unknown(), () => {
    notice = ''
    return {}
  }),
}

export function keepNotice(sentences: string) {
  notice = sentences
}

export const unreadNotice = () => notice
