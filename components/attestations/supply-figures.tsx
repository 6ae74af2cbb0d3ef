import { type Metal, metals } from '@/lib/attestations/archive'
import {
  formatDay,
  formatDecimal,
  formatTime,
  formatTokens,
} from '@/lib/attestations/format'
import type { MetalReserves, ReservesJson } from '@/lib/chain/response-schema'
import type { Locale } from '@/lib/i18n/routing'

/** Texts in which figures are still missing, such as `{tokens}`. */
type Texts = Record<
  'age' | 'attested' | 'notAttested' | 'above' | 'block' | 'time' | 'unknown',
  string
> &
  Record<Metal, string>

export type SupplyProps = {
  reserves: ReservesJson
  texts: Texts
  locale: Locale
  explorer: string | undefined
}

/**
 * Shows the tokens outstanding, their block and the ounces last attested. Uses
 * no catalog, because a browser renders a newer reading with it.
 */
export function SupplyFigures(props: SupplyProps) {
  const { reserves, texts } = props
  if (reserves.state === 'unknown') return <p>{texts.unknown}</p>
  return (
    <>
      <dl className="supply">
        {metals.map((metal) => {
          const known = reserves[metal]
          return (
            known && <Supply key={metal} {...props} {...{ metal, known }} />
          )
        })}
      </dl>
      <ReadAt {...props} />
    </>
  )
}

function Supply({
  metal,
  known,
  texts,
  locale,
}: SupplyProps & { metal: Metal; known: MetalReserves }) {
  const { tokens, tokens_above_attested: excess } = known
  const ounces = known.attested_ounces
  const day = known.attested_as_of
  return (
    <div>
      <dt className="note">{texts[metal]}</dt>
      <dd>
        <strong>{formatTokens(locale, tokens ?? '0')}</strong>
      </dd>
      <dd className="small">
        {ounces && day
          ? fill(texts.attested, {
              day: formatDay(locale, day),
              ounces: formatDecimal(locale, ounces),
            })
          : texts.notAttested}
      </dd>
      {excess !== null && excess !== '0' && (
        <dd>
          <strong className="coverage-low">
            {fill(texts.above, { excess: formatTokens(locale, excess) })}
          </strong>
        </dd>
      )}
    </div>
  )
}

function ReadAt({ reserves, texts, locale, explorer }: SupplyProps) {
  const { state, block, block_time: time, age_seconds: age } = reserves
  if (block === null || time === null) return null
  const day = formatDay(locale, time)
  const minutes = String(Math.floor((age ?? 0) / 60))
  return (
    <p className="small tabular">
      <a href={explorer && `${explorer}/block/${block}`}>
        {fill(texts.block, { block: formatDecimal(locale, String(block)) })}
      </a>
      {' · '}
      <time dateTime={time}>
        {fill(texts.time, { day, time: formatTime(locale, time) })}
      </time>
      {state === 'late' && ` · ${fill(texts.age, { minutes })}`}
    </p>
  )
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
