import { inTransientStore } from './store'

// What a process that was killed held is free after this.
const maxMs = 10_000

/** Does work and tells it whether it is the only one of this name in all processes: others run beside it, and know. */
export async function besideOthers<Result>(name: string, work: (isFirst: boolean) => Promise<Result>): Promise<Result> {
  const now = Date.now()
  const taken = await inTransientStore(({ run }) =>
    run(
      `INSERT INTO "Lock" (name, expire) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET expire = excluded.expire WHERE "Lock".expire <= $3 RETURNING name`,
      [name, now + maxMs, now],
    ),
  )
  const isFirst = taken.length > 0
  try {
    return await work(isFirst)
  } finally {
    if (isFirst) await inTransientStore(({ run }) => run('DELETE FROM "Lock" WHERE name = $1', [name]))
  }
}
