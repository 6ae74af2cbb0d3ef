/** What there is to know about a field. */
export type Definition = {
  /** How it is validated: as one line, an e-mail address, a telephone number or a text of several lines. */
  kind: 'line' | 'email' | 'phone' | 'text'
  required: boolean
  /** The most characters it may have. */
  max: number
  type?: 'email' | 'tel'
  autoComplete?: string
  /** Given for a field of several lines. */
  rows?: number
  placeholder?: 'messagePlaceholder'
  /** The message that labels it in the mail to sales; a field without one is not among the mail's rows. */
  mailLabel?: string
}

/**
 * The fields of a contact submission, in the order in which they are shown, stored and told. Each has a column of its
 * name in the model Lead, a label `ContactForm.NAME`, and a sentence `ContactForm.errors.NAME.CODE` for each of its
 * error codes: the compiler refuses a field without them. README.md says how one is added.
 */
export const leadFields = {
  name: { kind: 'line', required: true, max: 200, autoComplete: 'name', mailLabel: 'SalesMail.name' },
  email: {
    kind: 'email',
    required: true,
    max: 254,
    type: 'email',
    autoComplete: 'email',
    mailLabel: 'SalesMail.email',
  },
  company: { kind: 'line', required: true, max: 200, autoComplete: 'organization', mailLabel: 'SalesMail.company' },
  phone: { kind: 'phone', required: true, max: 50, type: 'tel', autoComplete: 'tel', mailLabel: 'SalesMail.phone' },
  // The mail's text, below its rows.
  message: { kind: 'text', required: true, max: 5000, rows: 6, placeholder: 'messagePlaceholder' },
} as const satisfies Record<string, Definition>

export type ContactField = keyof typeof leadFields

export const contactFields = Object.keys(leadFields) as ContactField[]

/** What is said of a field. */
export function definitionOf(field: ContactField): Definition {
  return leadFields[field]
}

/** The value of each field when nothing was typed. */
export const emptyFields = mapFields(() => '')

/** Makes a value for each field, by its name. */
export function mapFields<Value>(make: (field: ContactField) => Value): Record<ContactField, Value> {
  return Object.fromEntries(contactFields.map((field) => [field, make(field)])) as Record<ContactField, Value>
}

type CodeOf<Field extends Definition> =
  | 'too_long'
  | (Field['required'] extends true ? 'required' : never)
  | (Field['kind'] extends infer Kind extends 'email' | 'phone' ? `invalid_${Kind}` : never)

/** A field with one of its error codes, `name.required`: the key of a sentence in `ContactForm.errors`. */
export type FieldError = { [Field in ContactField]: `${Field}.${CodeOf<(typeof leadFields)[Field]>}` }[ContactField]

/** The messages that label fields in the mail to sales. */
export type MailLabel = {
  [Field in ContactField]: (typeof leadFields)[Field] extends { mailLabel: infer Key } ? Key : never
}[ContactField]

/** The codes of what may be wrong with a field's value. */
export function errorCodesOf(field: ContactField): string[] {
  const { kind, required } = definitionOf(field)
  const invalid = kind === 'email' || kind === 'phone' ? [`invalid_${kind}`] : []
  return [...(required ? ['required'] : []), ...invalid, 'too_long']
}
