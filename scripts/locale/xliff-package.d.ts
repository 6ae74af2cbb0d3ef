// The parts of the package that scripts/locale uses; it has no types.
declare module 'xliff' {
  type Unit = {
    source?: string
    target?: string
    /** A string if there is only one note. */
    note?: string | string[]
    additionalAttributes?: Record<string, string>
  }

  export type Resources = Record<string, Record<string, Unit>>

  type Document = {
    sourceLanguage?: string
    targetLanguage?: string
    resources?: Resources
  }

  export function js2xliff(document: Document): Promise<string>
  export function xliff2js(
    text: string,
    options: { inlineAsString: boolean },
  ): Promise<Document>
}
