import { recordOf } from '@/lib/text'

export type ContactFieldDefinition = {
  kind: 'line' | 'email' | 'phone' | 'text'
  required: boolean
  max: number
  autoComplete?: string
  rows?: number
  placeholder?: 'messagePlaceholder'
  /**
   * The catalog message that labels the field in the mail to sales. Fields
   * without a label are not listed there.
   */
  mailLabel?: string
}

/**
 * The fields of a contact submission, in the order in which they are shown,
 * stored and sent. Each has a column in Lead, a label `ContactForm.NAME` and
 * error messages `ContactForm.errors.NAME.CODE` (docs/architecture.md).
 */
export const leadFields = {
  name: {
    kind: 'line',
    required: true,
    max: 200,
    autoComplete: 'name',
    mailLabel: 'SalesMail.name',
  },
  email: {
    kind: 'email',
    required: true,
    max: 254,
    autoComplete: 'email',
    mailLabel: 'SalesMail.email',
  },
  company: {
    kind: 'line',
    required: true,
    max: 200,
    autoComplete: 'organization',
    mailLabel: 'SalesMail.company',
  },
  phone: {
    kind: 'phone',
    required: true,
    max: 50,
    autoComplete: 'tel',
    mailLabel: 'SalesMail.phone',
  },
  // Has no label, because the message is the text of the mail, above the listed
  // fields.
  message: {
    kind: 'text',
    required: true,
    max: 5000,
    rows: 6,
    placeholder: 'messagePlaceholder',
  },
} as const satisfies Record<string, ContactFieldDefinition>

export type ContactField = keyof typeof leadFields

export const contactFields = Object.keys(leadFields) as ContactField[]

export function contactDefinitionOf(
  field: ContactField,
): ContactFieldDefinition {
  return leadFields[field]
}

export const emptyFields = recordOf(contactFields, () => '')

export type MailLabel = {
  [Field in ContactField]: (typeof leadFields)[Field] extends {
    mailLabel: infer Key
  }
    ? Key
    : never
}[ContactField]

export function errorCodesOf(field: ContactField): string[] {
  const { kind, required } = contactDefinitionOf(field)
  const invalid =
    kind === 'email' || kind === 'phone' ? [`invalid_${kind}`] : []
  return [...(required ? ['required'] : []), ...invalid, 'too_long']
}

export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

export function parseReference(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9A-F]{8}$/.test(value)
    ? value
    : undefined
}

/** Matches a whole id or reference of a lead, in upper or lower case. */
export const leadNamePattern =
  /^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$|^[\da-fA-F]{8}$/
