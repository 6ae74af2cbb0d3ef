/** Content-Encoding (RFC 9110 section 8.4.1) with its file ending. */
export const encodings = { br: 'br', gzip: 'gz' } as const

export type Encoding = keyof typeof encodings

/** `file` is a path in the folder; compressed copies lie beside it. `policy` is a page's Content-Security-Policy. */
export type StaticFile = { file: string; type: string; encodings: Encoding[]; policy?: string }

/**
 * `pages` by internal address (`/en/contact`), with the texts of each language; `files` by address path; `styles` are
 * the policy sources of what Next puts into the pages that are rendered per request.
 */
export type StaticSite = Record<'pages' | 'files', Record<string, StaticFile>> & { styles: string[] }

export const staticSiteFolder = 'static-site'
export const staticSiteIndex = 'index.json'
