// The result of “Get the latest texts”, shown until someone has read it,
// because new texts can reload the page before the response arrives.
import { z } from 'zod'
import { type Routes, withBody } from './http'
import type { Overlap } from './merge-catalogs'

let notice = ''
let combined: Overlap[] = []

export const noticeRoutes: Routes = {
  'POST /_edit/notice-read': withBody(z.unknown(), () => {
    keepNotice('', [])
    return {}
  }),
}

export function keepNotice(sentences: string, overlaps: Overlap[]) {
  notice = sentences
  combined = overlaps
}

export const unreadNotice = () => notice

/** Returns the texts that others had also changed. */
export const combinedTexts = () => combined
