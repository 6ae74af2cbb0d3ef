type Props = {
  id: string
  name: string
  label: string
  /** What is chosen where nothing is. */
  any: string
  value: string | undefined
  options: { value: string; label: string }[]
}

/** A choice among a few values, or any of them. */
export function Choice({ id, name, label, any, value, options }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value ?? ''}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
