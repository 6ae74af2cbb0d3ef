/** A message in a chat: `rows` are facts, and `link` opens the console. */
export type TeamChatPost = {
  title: string
  text: string
  rows: { label: string; value: string }[]
  link?: { label: string; href: string }
}
