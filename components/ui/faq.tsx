import { useMessages, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DisclosureList } from '@/components/disclosures/disclosure-list'
import { partsOfAnswer } from '@/lib/disclosures/places'
import { keysOf } from '@/lib/text'
import { richLinks } from './links'
import { Section } from './section'
import './ui.css'

/** Questions that open one at a time, natively: `<details>` of one name close each other. */
export function Faq({ id, namespace }: { id: string; namespace: 'HomeFaq' | 'ProductFaq' }) {
  const t = useTranslations(namespace)
  // Any question may use any of the link tags; the catalog decides which.
  const rich = t.rich as unknown as (key: string, tags: typeof richLinks) => ReactNode
  const items: Record<string, unknown> = useMessages()[namespace].items
  return (
    <Section id={id} title={t('title')} intro={t('intro')}>
      <div className="faq">
        {keysOf(items).map((key) => (
          <details key={key} name={id} id={`${id}-${key}`}>
            <summary>
              <h3>{t(`items.${key}.question` as 'title')}</h3>
            </summary>
            <p className="soft" id={`${id}-${key}-answer`}>
              {rich(`items.${key}.answer`, richLinks)}
            </p>
            <DisclosureList parts={partsOfAnswer(`${namespace}.${key}`)} />
          </details>
        ))}
      </div>
    </Section>
  )
}
