/** A message in a chat: `rows` are facts, and `link` opens the console. */
export type ChatPost = {
  title: string
  text: string
  rows: { label: string; value: string }[]
  link?: { label: string; href: string }
}
