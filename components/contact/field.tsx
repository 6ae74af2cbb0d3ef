import type { ComponentProps } from 'react'
import type { ContactField } from '@/lib/leads/fields'

type Props = ComponentProps<'input'> & {
  name: ContactField
  label: string
  /** The sentence on what is wrong with the value, if anything is. */
  error?: string
  /** Given for a field of several lines. */
  rows?: number
}

/** A field with its label and, tied to it for assistive technology, its error. */
export function Field({ name, label, error, rows, required, ...input }: Props) {
  const id = `contact-${name}`
  const common = {
    id,
    name,
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {required && <span aria-hidden="true">{'*'}</span>}
      </label>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {rows ? (
        <textarea {...(input as ComponentProps<'textarea'>)} {...common} rows={rows} />
      ) : (
        <input {...input} {...common} />
      )}
    </div>
  )
}
