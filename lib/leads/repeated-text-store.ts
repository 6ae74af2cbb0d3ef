import type { Backend } from '@/lib/transient/backend'
import { inTransientStore } from '@/lib/transient/store'

type Sent = { hash: string; sender: string; expire: number }
type Counted = { from: number; until: number; max: number; keptTexts: number }

// Of the notes that are too old; until then they are not read.
const pruneEvery = 100

/**
 * Notes that a mailbox has sent a text, which is the newest one then. Returns how many other mailboxes sent it while it
 * was among so many of the newest, by notes that expire between two moments.
 */
export async function countOthers({ hash, sender, expire }: Sent, { from, until, max, keptTexts }: Counted) {
  return inTransientStore(async (backend) => {
    const { run } = backend
    const isKnown = await isAmongNewest(backend, hash, keptTexts)
    const [text] = await run<{ number: number }>(
      `INSERT INTO "RepeatedText" (number, hash, expire)
       SELECT coalesce(max(number), 0) + 1, $1, $2 FROM "RepeatedText" WHERE true
       ON CONFLICT (hash) DO UPDATE SET number = excluded.number, expire = excluded.expire RETURNING number`,
      [hash, expire],
    )
    await run(
      `INSERT INTO "TextSender" (hash, sender, expire) VALUES ($1, $2, $3)
       ON CONFLICT (hash, sender) DO UPDATE SET expire = excluded.expire`,
      [hash, sender, expire],
    )
    if ((text?.number ?? 0) % pruneEvery === 0) await prune(backend, keptTexts)
    if (!isKnown) return 0
    const [row] = await run<{ senders: number | string }>(
      `SELECT count(*) AS senders FROM (
         SELECT 1 FROM "TextSender" WHERE hash = $1 AND sender <> $2 AND expire > $3 AND expire < $4 LIMIT $5) AS others`,
      [hash, sender, from, until, max],
    )
    // PostgreSQL gives a count as text.
    return Number(row?.senders)
  })
}

/** Whether a text was sent before, and few enough since; what is known of an older one is forgotten. */
async function isAmongNewest({ run }: Backend, hash: string, keptTexts: number): Promise<boolean> {
  const [text] = await run<{ number: number }>('SELECT number FROM "RepeatedText" WHERE hash = $1', [hash])
  if (!text) return false
  const newer = await run('SELECT 1 FROM "RepeatedText" WHERE number > $1 LIMIT $2', [text.number, keptTexts])
  if (newer.length < keptTexts) return true
  await run('DELETE FROM "TextSender" WHERE hash = $1', [hash])
  return false
}

async function prune({ run }: Backend, keptTexts: number): Promise<void> {
  const forgotten = await run<{ hash: string }>(
    `DELETE FROM "RepeatedText" WHERE number <= (
       SELECT number FROM "RepeatedText" ORDER BY number DESC LIMIT 1 OFFSET $1) RETURNING hash`,
    [keptTexts],
  )
  for (const text of forgotten) await run('DELETE FROM "TextSender" WHERE hash = $1', [text.hash])
}
