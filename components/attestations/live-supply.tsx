import { useLocale, useTranslations } from 'next-intl'
import { Section } from '@/components/ui/section'
import { loadReserves } from '@/lib/chain/reserves'
import type { ReservesJson } from '@/lib/chain/response-schema'
import { site } from '@/lib/site'
import { CheckSupply } from './check-supply'
import { SupplyFigures } from './supply-figures'
import { SupplyRefresh } from './supply-refresh'
import './coverage.css'
import './ledger.css'

/**
 * Shows the tokens outstanding now on the home page, or nothing if no node is
 * set.
 */
export async function LiveSupply() {
  const reserves = await loadReserves()
  return reserves && <Band reserves={reserves} />
}

/**
 * Shows the tokens outstanding as a section, with the calls that a visitor can
 * repeat.
 */
export async function LiveSupplySection() {
  const reserves = await loadReserves()
  return reserves && <SupplySection reserves={reserves} />
}

type Props = { reserves: ReservesJson }

function Band({ reserves }: Props) {
  const t = useTranslations('LiveSupply')
  return (
    <section className="ledger" aria-label={t('title')}>
      <div className="frame ledger-live">
        <Figures reserves={reserves} />
        <p className="small">{t('dates')}</p>
      </div>
    </section>
  )
}

function SupplySection({ reserves }: Props) {
  const t = useTranslations('LiveSupply')
  return (
    <Section id="supply" title={t('title')} intro={t('intro')}>
      <Figures reserves={reserves} />
      <CheckSupply reserves={reserves} />
    </Section>
  )
}

function Figures({ reserves }: Props) {
  const t = useTranslations('LiveSupply.figures')
  const place = {
    network: reserves.network ?? 'none',
    chain: String(reserves.chain_id),
    block: '{block}',
  }
  const texts = {
    gold: t('outstanding.gold'),
    silver: t('outstanding.silver'),
    attested: t('attested', { day: '{day}', ounces: '{ounces}' }),
    notAttested: t('notAttested'),
    above: t('above', { excess: '{excess}' }),
    block: t('block', place),
    time: t('time', { day: '{day}', time: '{time}' }),
    age: t('age', { minutes: '{minutes}' }),
    unknown: t('unknown'),
  }
  const { explorer } = site.chain
  const props = { reserves, texts, locale: useLocale(), explorer }
  return (
    <SupplyRefresh {...props}>
      <SupplyFigures {...props} />
    </SupplyRefresh>
  )
}
