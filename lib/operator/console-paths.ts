/** The console's pages, without language prefix. Not in lib/routes.ts: scripts of the public pages contain that table. */
export const consolePaths = {
  overview: '/operator',
  leads: '/operator/leads',
  questions: '/operator/questions',
  reports: '/operator/reports',
  health: '/operator/health',
} as const

export type ConsoleSection = keyof typeof consolePaths

/** The sections in the order of the console's navigation. */
export const consoleSections = Object.keys(consolePaths) as ConsoleSection[]

/** The pages of one lead, of one draft and of one conversation, whose id a browser makes up (lib/chatbot/schema.ts). */
const patterns = [
  new RegExp(`^${consolePaths.leads}/[\\w-]{1,64}$`),
  new RegExp(`^${consolePaths.questions}/[\\w.-]{8,128}$`),
  new RegExp(`^${consolePaths.reports}/drafts/[\\w-]{1,64}$`),
]

export function isConsolePage(path: string): boolean {
  return Object.values<string>(consolePaths).includes(path) || patterns.some((pattern) => pattern.test(path))
}

export function leadPath(id: string): string {
  return `${consolePaths.leads}/${encodeURIComponent(id)}`
}

export function conversationPath(id: string): string {
  return `${consolePaths.questions}/${encodeURIComponent(id)}`
}

/** The form of a draft; `new` is that of one to be made. */
export function draftPath(id: string): string {
  return `${consolePaths.reports}/drafts/${encodeURIComponent(id)}`
}
