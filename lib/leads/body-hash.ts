import { createHash } from 'node:crypto'
import { type ContactField, contactFields } from './fields'

// The hashes of stored leads were made of these, in this order: it stays.
const firstFields: ContactField[] = ['name', 'email', 'company', 'phone', 'message']

/**
 * SHA-256 (hexadecimal) of the fields of a submission, by which a repeated request is told from another one with the
 * same key. A field that was added since counts where it is filled in: hashes from before it stay valid.
 */
export function hashFields(contact: Record<ContactField | 'language', string>): string {
  const added = contactFields.filter((field) => !firstFields.includes(field) && contact[field] !== '')
  const values = [...firstFields.map((field) => contact[field]), contact.language]
  return createHash('sha256')
    .update(JSON.stringify([...values, ...added.map((field) => [field, contact[field]])]))
    .digest('hex')
}
