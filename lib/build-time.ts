// The values that a build inserts into the code. Next inserts NODE_ENV and
// NEXT_RUNTIME, and next.config.mjs the others (lib/build/constants.mjs), which
// are undefined in scripts and tests. Only this file reads process.env for
// them, with four exceptions: lib/i18n/messages.ts, app/[locale]/layout.tsx,
// instrumentation.ts and lib/site.ts compare process.env in place, because only
// then does the build drop the code for the preview, for the other runtime or
// for brand folders.
declare global {
  /**
   * The brand's facts and texts as JSON, because a built server reads no brand
   * files from disk.
   */
  const BRAND_FILES: string | undefined
  /** The product page's current and former addresses as JSON. */
  const PRODUCT_ADDRESSES: string | undefined
  /** The error page's texts by language as JSON. */
  const ERROR_MESSAGES: string
  /**
   * The date on which each page's content last changed, by page and language,
   * as JSON.
   */
  const CONTENT_DATES: string | undefined
}

export const isDevelopment = process.env.NODE_ENV === 'development'
