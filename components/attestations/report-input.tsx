import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { definitionOf, type ReportField } from '@/lib/attestations/fields'

type Props = ComponentProps<'input'> & {
  name: ReportField
  hint?: string
  /** The code of the field's error, if it has one. */
  code?: string
  /** Given for a field of several lines. */
  rows?: number
}

/** A field of a new report with its label, its hint and, tied to it for assistive technology, its error. */
export function ReportInput({ name, hint, code, rows, required, ...input }: Props) {
  const t = useTranslations('Attestations.operatorActions')
  const id = `report-${name}`
  const described = [code && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const common = {
    id,
    name,
    required,
    'aria-invalid': code ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {t(`fields.${name}`)} {required && <span aria-hidden="true">{'*'}</span>}
      </label>
      {code && (
        <p className="field-error" id={`${id}-error`}>
          {t(`errors.${code}` as 'errors.too_long', { max: definitionOf(name).max ?? 0 })}
        </p>
      )}
      {rows ? (
        <textarea {...(input as ComponentProps<'textarea'>)} {...common} rows={rows} />
      ) : (
        <input {...input} {...common} />
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
