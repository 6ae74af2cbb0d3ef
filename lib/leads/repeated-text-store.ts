import { inTransientStore } from '@/lib/transient/store'

type Sent = { hash: string; sender: string; expire: number }
type Counted = { from: number; until: number; max: number; keptTexts: number }

/**
 * Notes that a mailbox has sent a text, which is the newest one then, and forgets all but so many of the newest. Returns
 * how many other mailboxes sent it, by notes that expire between two moments.
 */
export async function countOthers({ hash, sender, expire }: Sent, { from, until, max, keptTexts }: Counted) {
  const [row] = await inTransientStore(async ({ run }) => {
    await run(
      `INSERT INTO "RepeatedText" (number, hash, expire)
       SELECT coalesce(max(number), 0) + 1, $1, $2 FROM "RepeatedText" WHERE true
       ON CONFLICT (hash) DO UPDATE SET number = excluded.number, expire = excluded.expire`,
      [hash, expire],
    )
    await run(
      `INSERT INTO "TextSender" (hash, sender, expire) VALUES ($1, $2, $3)
       ON CONFLICT (hash, sender) DO UPDATE SET expire = excluded.expire`,
      [hash, sender, expire],
    )
    const forgotten = await run<{ hash: string }>(
      `DELETE FROM "RepeatedText" WHERE number <= (
         SELECT number FROM "RepeatedText" ORDER BY number DESC LIMIT 1 OFFSET $1) RETURNING hash`,
      [keptTexts],
    )
    for (const text of forgotten) await run('DELETE FROM "TextSender" WHERE hash = $1', [text.hash])
    return run<{ senders: number | string }>(
      `SELECT count(*) AS senders FROM (
         SELECT 1 FROM "TextSender" WHERE hash = $1 AND sender <> $2 AND expire > $3 AND expire < $4 LIMIT $5) AS others`,
      [hash, sender, from, until, max],
    )
  })
  // PostgreSQL gives a count as text.
  return Number(row?.senders)
}
