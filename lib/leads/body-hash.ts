import { createHash } from 'node:crypto'
import { type ContactField, contactFields } from './fields'

// The hashes of stored leads were made of these, in this order: it stays.
const firstFields: ContactField[] = ['name', 'email', 'company', 'phone', 'message']

/** SHA-256 (hexadecimal). Fields added later count only where filled in, so that older hashes stay valid. */
export function hashFields(contact: Record<ContactField | 'language', string>): string {
  const added = contactFields.filter((field) => !firstFields.includes(field) && contact[field] !== '')
  const values = [...firstFields.map((field) => contact[field]), contact.language]
  return createHash('sha256')
    .update(JSON.stringify([...values, ...added.map((field) => [field, contact[field]])]))
    .digest('hex')
}
