/** How a file of the static site may be sent, beside as it is (Content-Encoding, RFC 9110 section 8.4.1). */
export const encodings = { br: 'br', gzip: 'gz' } as const

export type Encoding = keyof typeof encodings

/**
 * A page or file that is the same for everybody. `file` is its path in the static site's folder; beside it stands a
 * compressed one for each of `encodings`, with that ending. `policy` is a page's Content-Security-Policy.
 */
export type StaticFile = { file: string; type: string; encodings: Encoding[]; policy?: string }

/**
 * What a build holds for answering without Next: `pages` by internal address (`/en/contact`), with the texts that exist
 * in each language, and `files` by the path of their address.
 */
export type StaticSite = Record<'pages' | 'files', Record<string, StaticFile>>

/** The folder of the static site in that of a build of Next, and its table of contents there. */
export const staticSiteFolder = 'static-site'
export const staticSiteIndex = 'index.json'
