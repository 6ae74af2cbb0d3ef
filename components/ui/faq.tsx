import { useMessages, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Group } from '@/lib/brand/disclosures'
import { groupOfAnswer } from '@/lib/disclosures/rows'
import { keysOf } from '@/lib/text'
import { richLinks, SiteLink } from './links'
import { Section } from './section'
import { Unbroken } from './unbroken'
import './ui.css'

/**
 * Lists FAQ entries that open one at a time, because `<details>` elements that
 * share a name close each other.
 */
export function Faq({
  id,
  namespace,
}: {
  id: string
  namespace: 'HomeFaq' | 'ProductFaq'
}) {
  const t = useTranslations(namespace)
  // Accepts every link tag in every question, because the catalog decides which
  // are used.
  const rich = t.rich as unknown as (
    key: string,
    tags: typeof richLinks,
  ) => ReactNode
  const items: Record<string, unknown> = useMessages()[namespace].items
  return (
    <Section id={id} title={t('title')}>
      <div className="faq">
        {keysOf(items).map((key) => (
          <details key={key} name={id} id={`${id}-${key}`}>
            <summary>
              <h3>
                <Unbroken>{t(`items.${key}.question` as 'title')}</Unbroken>
              </h3>
            </summary>
            <p className="soft" id={`${id}-${key}-answer`}>
              <Unbroken>{rich(`items.${key}.answer`, richLinks)}</Unbroken>
            </p>
            <DetailsLink group={groupOfAnswer(`${namespace}.${key}`)} />
          </details>
        ))}
      </div>
    </Section>
  )
}

/** Links to what the brand discloses about the subject of an answer. */
function DetailsLink({ group }: { group: Group | undefined }) {
  const t = useTranslations('Disclosures')
  return (
    group && (
      <p className="small">
        <SiteLink to="product" fragment={`disclosures-${group}`}>
          {`${t('title')} · ${t(`groups.${group}`)}`}
        </SiteLink>
      </p>
    )
  )
}
