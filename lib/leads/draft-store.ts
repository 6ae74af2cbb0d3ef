import { inTransientStore } from '@/lib/transient/store'

type StoredDraft = { id: string; client: string; sealed: string; bytes: number; expire: number }

export function insertDraft({ id, client, sealed, bytes, expire }: StoredDraft): Promise<unknown> {
  return inTransientStore(({ run }) =>
    run(
      `INSERT INTO "FormDraft" (number, id, client, bytes, expire, sealed)
       SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5 FROM "FormDraft"`,
      [id, client, bytes, expire, sealed],
    ),
  )
}

export async function readDraft(id: string, now: number): Promise<string | undefined> {
  const [draft] = await inTransientStore(({ run }) =>
    run<Pick<StoredDraft, 'sealed'>>('SELECT sealed FROM "FormDraft" WHERE id = $1 AND expire >= $2', [id, now]),
  )
  return draft?.sealed
}

export function deleteExpiredDrafts(now: number): Promise<unknown> {
  return inTransientStore(({ run }) => run('DELETE FROM "FormDraft" WHERE expire < $1', [now]))
}

/** Deletes all of a client's drafts but so many of the newest. */
export function deleteDraftsBeyond(client: string, kept: number): Promise<unknown> {
  return inTransientStore(({ run }) =>
    run(
      `DELETE FROM "FormDraft" WHERE client = $1 AND id NOT IN (
         SELECT id FROM "FormDraft" WHERE client = $1 ORDER BY number DESC LIMIT $2)`,
      [client, kept],
    ),
  )
}

export function deleteOldestDraft(client: string): Promise<unknown> {
  return inTransientStore(({ run }) =>
    run('DELETE FROM "FormDraft" WHERE id = (SELECT id FROM "FormDraft" WHERE client = $1 ORDER BY number LIMIT 1)', [
      client,
    ]),
  )
}

/** The bytes that all drafts take, those of one client, and those of the client that holds the most. */
export async function readHeld(client: string) {
  type Held = { client: string; held: number | string }
  const rows = await inTransientStore(({ run }) =>
    run<Held>('SELECT client, sum(bytes) AS held FROM "FormDraft" GROUP BY client'),
  )
  // PostgreSQL gives a sum as text.
  const held = rows.map((row) => ({ client: row.client, bytes: Number(row.held) }))
  const [first, ...others] = held
  return {
    total: held.reduce((sum, { bytes }) => sum + bytes, 0),
    own: held.find((each) => each.client === client)?.bytes ?? 0,
    greatest: others.reduce((a, b) => (a && b.bytes > a.bytes ? b : a), first),
  }
}
