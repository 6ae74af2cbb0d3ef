import type { ComponentProps } from 'react'

type Props = ComponentProps<'input'> & {
  id: string
  label: string
  hint?: string
  /** The error message, if the value is invalid. */
  error?: string
  /** Makes the field a textarea. */
  rows?: number
  /** Makes the field a select element. */
  options?: readonly (readonly [value: string, label: string])[]
}

/**
 * Shows a field with its label, and links its error and hint to it for
 * assistive technology.
 */
export function Field({ label, hint, error, rows, options, ...input }: Props) {
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
      {options && (
        <select {...(input as ComponentProps<'select'>)} {...common}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
      {rows && (
        <textarea
          {...(input as ComponentProps<'textarea'>)}
          {...common}
          rows={rows}
        />
      )}
      {!options && !rows && <input {...input} {...common} />}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
