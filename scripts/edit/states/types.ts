import type { Locale } from '@/lib/i18n/routing'
import type { PageRenderer } from './render/main'

/** What the browser does on a page to bring it into a state. All names are selectors of CSS. */
export type Step =
  | { fill: string; with: string }
  | { click: string }
  | { choose: string; file: SampleFile }
  /** An entry of the tab's storage, which the page is told of. */
  | { store: string; value: unknown }
  /** What is in the page and hidden. */
  | { show: string }
  /** Has the part of the page around it fail, as a fault of the code would. */
  | { fail: string }
  /** Takes a feature from the browser. */
  | { without: 'signatures' }

export type SampleFile = { name: string; content: string; reading?: 'fails' | 'never ends' }

/** What a request of the page gets instead of the site's own answer, such as `POST /api/contact`. */
export type Answer = { call: string | RegExp; with: () => Response } | { call: string | RegExp; is: 'lost' | 'awaited' }

type Common = {
  /** Its name in addresses. */
  id: string
  name: string
  /** Keys of texts that are only there once the state is reached. */
  shows: string[]
}

export type PageState = Common & {
  /** The page's path, with a query where it needs one. */
  path: string
  /** Settings of the site that differ. */
  settings?: Record<string, string>
  /** Whether an operator is signed in. */
  signedIn?: boolean
  answers?: Answer[]
  /** Whether it would pass by itself after some seconds, which it then does not. */
  stays?: boolean
  steps?: (locale: Locale) => Step[] | Promise<Step[]>
}

/** What is on no page, or on none that can be brought into the state: made by scripts/edit/states/render, in a process of its own. */
export type RenderedState = Common & { rendered: PageRenderer; settings?: () => Record<string, string> }

export type State = PageState | RenderedState

export type Group = { title: string; states: State[] }
