/** Commands that a visitor can run, each below its label. */
export function Commands({ code }: { code: Record<string, string> }) {
  return (
    <dl className="commands">
      {Object.entries(code).map(([label, lines]) => (
        <div key={label}>
          <dt className="small">{label}</dt>
          <dd>
            <code>{lines}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}
