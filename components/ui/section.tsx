import type { ReactNode } from 'react'
import './section.css'

type Props = {
  /** The element's id, and the fragment in links to the section. */
  id: string
  title: string
  intro?: string
  /** Shown at the end of the header. */
  action?: ReactNode
  /** Colors the section light on dark. */
  isInverse?: boolean
  /**
   * `rail` puts the header next to the content, `wide` puts it above, and
   * `statement` sets the intro as large as a heading.
   */
  layout?: 'rail' | 'wide' | 'statement'
  children: ReactNode
}

/**
 * A page section with its heading; fades in the first time it is scrolled to.
 */
export function Section({
  id,
  title,
  intro,
  action,
  isInverse,
  layout = 'rail',
  children,
}: Props) {
  return (
    <section
      id={id}
      className={`section block${isInverse ? ' inverse' : ''}`}
      aria-labelledby={`${id}-title`}
    >
      <div className={`frame section-frame ${layout}`} data-reveal>
        <header className="section-head">
          <h2 id={`${id}-title`}>{title}</h2>
          {intro && <p className="section-intro soft">{intro}</p>}
          {action}
        </header>
        <div className="section-body">{children}</div>
      </div>
    </section>
  )
}
