import type { Contact } from './schema'
import { tokenAge } from './token'

// No person types five fields in this time, however good the browser's filling-in.
const inhumanMs = 1500
const hastyMs = 4000
const manyLinks = 3

const held = 100

/**
 * Why a message looks machine-made, as codes; undefined when it may be delivered. Signs add up, so that one harmless
 * sign never holds a person's message back. Held messages are stored all the same, and an operator can release them.
 */
export function suspicionsOf(contact: Contact, token: string | null): string[] | undefined {
  const age = token === null ? undefined : tokenAge(token)
  const links = contact.message.match(/https?:\/\//gi)?.length ?? 0
  const signs: [code: string, weight: number, present: boolean][] = [
    ['honeypot', held, contact.honeypot !== ''],
    ['inhuman_speed', held, age !== undefined && age < inhumanMs],
    ['hasty', 50, age !== undefined && age >= inhumanMs && age < hastyMs],
    ['forged_token', 50, token !== null && age === undefined],
    ['many_links', 50, links >= manyLinks],
    ['markup', 50, /<a\s|\[url=/i.test(contact.message)],
  ]
  const found = signs.filter(([, , present]) => present)
  const weight = found.reduce((sum, [, each]) => sum + each, 0)
  return weight >= held ? found.map(([code]) => code) : undefined
}
