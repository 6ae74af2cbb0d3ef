import { useMessages, useTranslations } from 'next-intl'
import { keysOf } from '@/lib/i18n/keys'

/** In plain words, what such a report proves and what it does not. */
export function ProofBox() {
  return (
    <section id="proof" className="section block proof" aria-labelledby="proves-title">
      <div className="frame proof-frame">
        <Points group="proves" title="proofTitle" />
        <Points group="provesNot" title="provesNotTitle" />
      </div>
    </section>
  )
}

function Points({ group, title }: { group: 'proves' | 'provesNot'; title: 'proofTitle' | 'provesNotTitle' }) {
  const t = useTranslations('Attestations')
  const points: Record<string, unknown> = useMessages().Attestations[group]
  return (
    <div>
      <h2 id={`${group}-title`}>{t(title)}</h2>
      <ul className={group}>
        {keysOf(points).map((key) => (
          <li key={key}>{t(`${group}.${key}.text` as 'proves.seen.text')}</li>
        ))}
      </ul>
    </div>
  )
}
