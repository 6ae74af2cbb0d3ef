/** `file` is a path in the folder; compressed copies are beside it. `isOlder` marks a file of the build before. */
export type StaticFile = { file: string; headers: Record<string, string>; isCompressed: boolean; isOlder?: true }

/**
 * What a build writes and the server reads. `pages` by internal address (`/en/contact`), with the texts of each language;
 * `files` by address; `styles` are the policy sources of what Next puts into the pages that are rendered per request.
 */
export type StaticSite = Record<'pages' | 'files', Record<string, StaticFile>> & { styles: string[] }

export const staticSiteFolder = 'static-site'
export const staticSiteIndex = 'index.json'
export const compressedEndings = { br: '.br', gzip: '.gz' } as const
