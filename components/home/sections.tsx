import { useLocale, useMessages, useTranslations } from 'next-intl'
import { Engraving } from '@/components/engraving/engraving'
import { richLinks, SiteLink } from '@/components/ui/links'
import { Section } from '@/components/ui/section'
import { hasOwnText, site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import './home.css'

export function About() {
  const t = useTranslations('About')
  const facts = keysOf(useMessages().About.facts)
  return (
    <Section id="about" title={t('title')}>
      <p className="lead">{t('lead')}</p>
      <p className="prose soft">{t('body')}</p>
      <dl className="facts">
        {facts.map((key) => (
          <div key={key}>
            <dt className="note">{t(`facts.${key}.label`)}</dt>
            <dd>
              {key === 'attestations' ? (
                <SiteLink to="attestations">{t(`facts.${key}.value`)}</SiteLink>
              ) : (
                t(`facts.${key}.value`)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

export function Institutions() {
  const t = useTranslations('Institutions')
  const cards = keysOf(useMessages().Institutions.cards)
  if (cards.length === 0) return null
  return (
    <Section id="institutions" title={t('title')} intro={t('intro')}>
      <ul className="index">
        {cards.map((key) => (
          <OpeningItem
            key={key}
            id={`institutions-${key}`}
            group="institutions"
            title={t(`cards.${key}.title`)}
            text={t(`cards.${key}.body`)}
          />
        ))}
      </ul>
    </Section>
  )
}

const metalCards: readonly string[] = [
  'physicalBacking',
  'vaultedMetal',
  'physicalDelivery',
]
const marketCards: readonly string[] = [
  'fractionalOunces',
  'continuousTrading',
  'fastSettlement',
]

export function Benefits() {
  const t = useTranslations('Benefits')
  const cards = keysOf(useMessages().Benefits.cards)
  const rows = {
    metal: cards.filter((key) => metalCards.includes(key)),
    market: cards.filter((key) => marketCards.includes(key)),
    controls: cards.filter(
      (key) => !metalCards.includes(key) && !marketCards.includes(key),
    ),
  }
  return (
    <Section id="benefits" title={t('title')} intro={t('intro')}>
      {keysOf(rows).map((row) => (
        <div key={row} className="theme">
          <p className="theme-name eyebrow">
            <Engraving drawing={`detail-${row}`} />
            {t(`rows.${row}`)}
          </p>
          <ul className="theme-cards">
            {rows[row].map((key) => (
              <OpeningItem
                key={key}
                id={`benefits-${key}`}
                group="benefits"
                title={t(`cards.${key}.title`)}
                text={t(`cards.${key}.body`)}
              />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

export function Showcase() {
  const t = useTranslations('Showcase')
  const points = keysOf(useMessages().Showcase.points)
  return (
    <section className="showcase inverse" aria-labelledby="showcase-title">
      <div className="frame block showcase-frame" data-reveal>
        <div>
          <h2 id="showcase-title">{t('title')}</h2>
          <p className="lead">{t('body')}</p>
          <ul className="points soft">
            {points.map((key) => (
              <li key={key}>{t(`points.${key}.text`)}</li>
            ))}
          </ul>
          <SiteLink to="product" className="button">
            {t('link')}
          </SiteLink>
        </div>
        <Bullion />
      </div>
    </section>
  )
}

// The drawing's viewBox, and the matrix that places the hallmark on its top bar
// (brands/*/bars-gold.svg).
const viewBox = '-55 -165 345 235'
const plate = 'matrix(0.94 -0.201 0.342 0.552 -2.145 -116.014)'

function Bullion() {
  const t = useTranslations('Showcase.stamp')
  return (
    <div className="bullion" role="img" aria-label={t('label')}>
      <span className="engraving bars-gold" />
      <svg viewBox={viewBox} aria-hidden="true" focusable="false">
        <g fill="currentColor" transform={plate}>
          <text x="76" y="29" fontSize="23">
            {t('weight')}
          </text>
          <text x="76" y="49" fontSize="11">
            {t('fineness')}
          </text>
          <text x="214" y="49" fontSize="11" textAnchor="end">
            {t('serial')}
          </text>
        </g>
      </svg>
    </div>
  )
}

export function WhyUs() {
  const t = useTranslations('WhyUs')
  return (
    <Section id="why-us" title={t('title')} intro={t('intro')}>
      <ol className="dated-line">
        {keysOf(useMessages().WhyUs.cards).map((key) => (
          <li key={key}>
            <p className="date tabular">{t(`cards.${key}.when`)}</p>
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t.rich(`cards.${key}.body`, richLinks)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function Steps() {
  const t = useTranslations('Steps')
  return (
    <Section id="how-it-works" title={t('title')} intro={t('intro')}>
      <ol className="steps">
        {keysOf(useMessages().Steps.cards).map((key) => (
          <li key={key}>
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t(`cards.${key}.body`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function Testimonial({
  kind = site.testimonial,
}: {
  kind?: typeof site.testimonial
}) {
  const t = useTranslations('Testimonial')
  const isOwn = hasOwnText(useLocale(), 'Testimonial.quote')
  const isMissing = kind === 'genuine' && !isOwn
  if (kind === 'hidden' || isMissing) return null
  return (
    <section className="testimonial" aria-labelledby="testimonial-title">
      <div className="frame" data-reveal>
        <figure>
          <h2 id="testimonial-title" className="eyebrow">
            {t('heading')}
          </h2>
          {kind === 'illustrative' && (
            <p className="small soft">{t('illustrative')}</p>
          )}
          <blockquote>
            <p>{t('quote')}</p>
          </blockquote>
          <figcaption className="note">
            <span>{t('role')}</span>
            <span>{t('institution')}</span>
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

function OpeningItem({
  id,
  group,
  title,
  text,
}: Record<'id' | 'group' | 'title' | 'text', string>) {
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
