import './home.css'

type Props = { id: string; group: string; title: string; text: string }

/** A title and its text; on a narrow screen the text opens below the title, one of its group at a time. */
export function OpeningItem({ id, group, title, text }: Props) {
  return (
    <li className="opening">
      <h3 id={id}>{title}</h3>
      <details name={group}>
        <summary aria-labelledby={id} />
        <p className="soft">{text}</p>
      </details>
    </li>
  )
}
