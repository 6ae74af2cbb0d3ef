import type { ComponentProps } from 'react'

type Props = ComponentProps<'input'> & {
  id: string
  label: string
  hint?: string
  /** The sentence on what is wrong with the value, if anything is. */
  error?: string
  /** Given for a field of several lines. */
  rows?: number
}

/** A field with its label and, tied to it for assistive technology, its error and its hint. */
export function Field({ label, hint, error, rows, ...input }: Props) {
  const { id, required } = input
  const described = [error && `${id}-error`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  const common = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
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
        <textarea
          {...(input as ComponentProps<'textarea'>)}
          {...common}
          rows={rows}
        />
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
