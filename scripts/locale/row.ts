// A text for translators, as both file formats contain it.
export type Row = {
  key: string
  /** Where the site shows the text. */
  page: string
  limits: string
  screenshot: string
  /** The English text that the translation was made from, if it has changed. */
  earlier: string
  source: string
  target: string
}

/**
 * The name under which a file contains the translation at the time of the
 * export.
 */
export const exportedName = 'Translation before'

/** A text in a translator's file. */
export type Returned = Pick<Row, 'key' | 'source' | 'target'> & {
  /**
   * The translation at the time of the export, if the file still contains it.
   */
  exported?: string | undefined
  /** Why the text cannot be read. */
  problem?: string
}

export type ReturnedFile = { locale: string; rows: Returned[] }
