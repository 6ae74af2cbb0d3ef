import { useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { Unbroken } from '@/components/ui/unbroken'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import './enterprise-features.css'

const request = `POST /v1/orders
Idempotency-Key: 7f3c…

{ "metal": "${site.metals[0]}",
  "side": "buy",
  "ounces": "0.25" }`

const response = `201 Created

{ "order": "ord_…",
  "status": "accepted",
  "tokens": "0.25" }`

export function EnterpriseFeatures() {
  const t = useTranslations('EnterpriseFeatures')
  const cards = keysOf(useMessages().EnterpriseFeatures.cards)
  if (cards.length < 2) return null
  return (
    <Section id="enterprise" title={t('title')} intro={t('intro')}>
      <div className="enterprise">
        <ul className="features">
          {cards.map((key) => (
            <li key={key}>
              <h3>{t(`cards.${key}.title`)}</h3>
              <p className="soft">
                <Unbroken>{t(`cards.${key}.body`)}</Unbroken>
              </p>
            </li>
          ))}
        </ul>
        {t.has('example.title') && <ApiExample />}
      </div>
    </Section>
  )
}

function ApiExample() {
  const t = useTranslations('EnterpriseFeatures.example')
  return (
    <figure className="api-example inverse">
      <figcaption>
        <b>{t('title')}</b> <span className="small">{t('note')}</span>
      </figcaption>
      <p className="eyebrow">{t('request')}</p>
      <pre>
        <code>{request}</code>
      </pre>
      <p className="eyebrow">{t('response')}</p>
      <pre>
        <code>{response}</code>
      </pre>
    </figure>
  )
}
