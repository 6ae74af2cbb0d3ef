import { inTransientStore } from '@/lib/transient/store'

/** Notes that a mailbox has sent a text, which is the newest one then. */
export function saveSender(hash: string, sender: string, expire: number): Promise<unknown> {
  return inTransientStore(async ({ run }) => {
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
  })
}

/** Deletes all texts but so many of the newest. */
export function deleteTextsBeyond(kept: number): Promise<unknown> {
  return inTransientStore(async ({ run }) => {
    const deleted = await run<{ hash: string }>(
      `DELETE FROM "RepeatedText" WHERE number <= (
         SELECT number FROM "RepeatedText" ORDER BY number DESC LIMIT 1 OFFSET $1) RETURNING hash`,
      [kept],
    )
    for (const { hash } of deleted) await run('DELETE FROM "TextSender" WHERE hash = $1', [hash])
  })
}

type Counted = { but: string; from: number; until: number; max: number }

/** How many mailboxes but one sent a text, of which the note expires between two moments. */
export async function countSenders(hash: string, { but, from, until, max }: Counted): Promise<number> {
  const [row] = await inTransientStore(({ run }) =>
    run<{ senders: number | string }>(
      `SELECT count(*) AS senders FROM (
         SELECT 1 FROM "TextSender" WHERE hash = $1 AND sender <> $2 AND expire > $3 AND expire < $4 LIMIT $5) AS others`,
      [hash, but, from, until, max],
    ),
  )
  // PostgreSQL gives a count as text.
  return Number(row?.senders)
}
