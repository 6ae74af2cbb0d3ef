import { useId } from 'react'

// Attributes that make 1Password, LastPass, Bitwarden and Dashlane ignore the
// honeypot, because they may otherwise fill it in.
const passwordManagersIgnore = {
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
  'data-form-type': 'other',
}

/** A hidden field that only programs fill in. */
export function Honeypot({ label }: { label: string }) {
  const id = useId()
  return (
    <div className="trap" aria-hidden="true">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="honeypot"
        tabIndex={-1}
        autoComplete="off"
        {...passwordManagersIgnore}
      />
    </div>
  )
}
