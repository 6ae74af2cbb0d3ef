import { useMessages, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { keysOf } from '@/lib/text'
import './product.css'

// Line drawings on a 48-unit square; a stage that an editor adds has none.
const drawings: Record<string, string> = {
  fullBacking:
    'M4 6h40v36H4zM9 11h30v26H9zM24 16a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM24 13v6M24 29v6M13 24h6M29 24h6M10 42v3M38 42v3',
  attestation:
    'M10 4h20l8 8v20H10zM30 4v8h8M15 16h16M15 21h16M15 26h9M31 27a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM28 38l-2 7 5-3 5 3-2-7',
  exactUnit: 'M24 4a20 20 0 1 0 0 40 20 20 0 0 0 0-40zM24 9a15 15 0 1 0 0 30 15 15 0 0 0 0-30zM21 19l4-2v14M20 31h10',
  custody:
    'M14 8a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM22 16h22v6M37 16v5M34 27a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM26 35H4v-6M11 35v-5',
  settlement: 'M4 17h34M31 10l7 7-7 7M44 31H10M17 24l-7 7 7 7',
  redemption: 'M4 34l8-14h24l8 14zM12 20l-1 14M36 20l1 14M16 26h16M4 34v6h40v-6M24 4v11M19 10l5 5 5-5',
}

/** The life of a token in stages: an ordered list whose drawings are joined by a line. */
export function TokenLife() {
  const t = useTranslations('KeyFeatures')
  return (
    <Section id="features" title={t('title')} intro={t('intro')}>
      <ol className="token-life">
        {keysOf(useMessages().KeyFeatures.cards).map((key) => (
          <li key={key}>
            <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true" focusable="false">
              <path d={drawings[key]} fill="none" stroke="currentColor" strokeWidth="1.2" />
            </svg>
            <h3>{t(`cards.${key}.title`)}</h3>
            <p className="soft">{t(`cards.${key}.body`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
