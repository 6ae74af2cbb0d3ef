/** A translated text as a file brings it. */
export type ImportedText = {
  key: string
  /** Empty where nobody has translated it. */
  text: string
  /** Of the texts at the time of the export, and of the English text that the file has now. */
  digests: { english: string; translation?: string; inFile?: string }
  /** Whether the translator says that it is done, also where the text is the one that was exported. */
  isDone: boolean
  /** What is wrong with it in the file. */
  problem?: string
}

export type ImportedFile = { locale: string; texts: ImportedText[] }

/** What cannot be exported or imported, with a sentence that says why and what to do. */
export class ExchangeError extends Error {}
