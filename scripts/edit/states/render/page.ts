/** A page of the gallery: parts one below the other. */
export type RenderedPage = {
  title: string
  /** HTML. */
  parts: { title?: string; html: string }[]
  /** The state of a page of the site whose main part this takes the place of. */
  within?: string
}
