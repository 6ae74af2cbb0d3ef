/** What a chat shows: `rows` are facts, and `link` opens the console. */
export type ChatMessage = {
  title: string
  text: string
  rows: { label: string; value: string }[]
  link?: { label: string; href: string }
}
