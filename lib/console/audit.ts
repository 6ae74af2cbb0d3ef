import {
  auditedActions,
  listActions,
  listAudited,
} from '@/lib/operator/audit-store'
import type { Query } from '@/lib/operator/console-paths'
import { keysOf } from '@/lib/text'

/** Loads the entries that the page's query selects. */
export async function loadAudit(query: Query) {
  const people = await listAudited()
  const operator = people.find((name) => name === query.who)
  const action = auditedActions.find((name) => name === query.action)
  const after = typeof query.after === 'string' ? query.after : undefined
  const isInvalid = {
    who: query.who && !operator,
    action: query.action && !action,
  }
  return {
    people,
    invalid: keysOf(isInvalid).filter((name) => isInvalid[name]),
    page: await listActions({ operator, action, after }),
    filters: { who: operator, action },
    isOlder: after !== undefined,
  }
}
