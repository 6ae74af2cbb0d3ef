// Import this only after the environment is set, because the code reads it.
import { workers } from '@/lib/leads/delivery/lead-queues'

/** Delivers what is due, and returns the number of attempts. */
export async function deliverDue(
  now = new Date(),
  maxMs?: number,
): Promise<number> {
  const attempts = await Promise.all(workers.map((work) => work(now, maxMs)))
  return attempts.reduce((sum, count) => sum + count, 0)
}
