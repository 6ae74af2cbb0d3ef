import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { type ContactField, contactLimits } from '@/lib/contact/schema'

type Props = ComponentProps<'input'> & {
  name: ContactField
  label: string
  /** The code of the field's fault, if it has one. */
  code?: string
  /** Given for a field of several lines. */
  rows?: number
}

/** A required field with its label and, tied to it for assistive technology, its error. */
export function Field({ name, label, code, rows, ...input }: Props) {
  const t = useTranslations('ContactForm')
  const id = `contact-${name}`
  const common = {
    id,
    name,
    required: true,
    'aria-invalid': code ? true : undefined,
    'aria-describedby': code ? `${id}-error` : undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <span aria-hidden="true">{'*'}</span>
      </label>
      {code && (
        <p className="field-error" id={`${id}-error`}>
          {t(`errors.${name}.${code}` as 'errors.name.too_long', { max: contactLimits[name] })}
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
