// Makes what no page of the running site shows, with the site's own code and marked texts: `main.ts NAME LOCALE ...`, as
// the child of the editor, which gets the result as a message. A process of its own can have settings of its own.
import { isLocale, routing } from '@/lib/i18n/routing'
import { markEverything } from '@/lib/preview/catalog'
import { answerParent } from '../../child'
import * as components from './components'
import { assistantAnswers, factsConversation } from './conversations'
import * as files from './files'
import { linkPreviews } from './link-previews'
import * as mails from './mails'

const pages = { ...components, ...files, ...mails, linkPreviews }
const renderers = { ...pages, assistantAnswers, factsConversation }

export type PageRenderer = keyof typeof pages

export type Renderers = typeof renderers

const [, , name = '', language, ...rest] = process.argv
markEverything()
const render = renderers[name as keyof Renderers] as (locale: string, ...rest: string[]) => Promise<unknown>
answerParent(await render(isLocale(language) ? language : routing.defaultLocale, ...rest))
