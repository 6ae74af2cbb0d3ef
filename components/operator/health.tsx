import { useFormatter, useTranslations } from 'next-intl'
import type { loadHealth } from '@/lib/console/overview'
import type { Check } from '@/lib/health/response-schema'
import { salesChannels } from '@/lib/leads/delivery/channels'
import { isConfigured } from '@/lib/leads/delivery/configured-channels'
import { consolePaths } from '@/lib/operator/console-paths'
import { ConsoleLink, Moment, TitledSection } from './console-parts'

type Props = Awaited<ReturnType<typeof loadHealth>>

export function Health({ checks, queues, oldest, limits, findings }: Props) {
  const t = useTranslations('Operator.health')
  return (
    <>
      <h1>{t('title')}</h1>
      <TitledSection id="checks" title={t('checks.title')}>
        <ul>
          {[...checks]
            .sort((a, b) => Number(a.ok) - Number(b.ok))
            .map((check) => (
              <li
                key={check.name}
                className={check.ok ? 'console-good' : 'console-bad'}
              >
                {t(`checks.${check.name}.${check.ok ? 'ok' : 'fails'}`)}{' '}
                <Measured check={check} />
              </li>
            ))}
        </ul>
      </TitledSection>
      <TitledSection id="findings" title={t('findings.title')}>
        <p className="hint">{t('findings.intro')}</p>
        {findings.length === 0 && (
          <p className="console-good">{t('findings.none')}</p>
        )}
        <ul>
          {findings.map(({ name, what }) => (
            <li key={name} className="console-bad">
              {t(`findings.${name}`)}{' '}
              {what.length > 0 && (
                <span className="small">{what.join(', ')}</span>
              )}
            </li>
          ))}
        </ul>
      </TitledSection>
      <TitledSection id="queues" title={t('queues.title')}>
        <Queues queues={queues} oldest={oldest} />
      </TitledSection>
      <TitledSection id="limits" title={t('limits.title')}>
        <p className="hint">{t('limits.intro')}</p>
        {limits.length === 0 && (
          <p className="console-good">{t('limits.none')}</p>
        )}
        <ul>
          {limits.map(({ limit, count }) => (
            <li key={limit}>
              <code>{limit}</code> {t('limits.refused', { count })}
            </li>
          ))}
        </ul>
      </TitledSection>
    </>
  )
}

function Measured({ check: { value, unit } }: { check: Check }) {
  const format = useFormatter()
  if (value === undefined || unit === undefined || unit === 'pending')
    return null
  const formats = {
    ms: () => format.number(value, { style: 'unit', unit: 'millisecond' }),
    seconds: () =>
      format.relativeTime(new Date(Date.now() - value * 1000), new Date()),
    'bytes free': () =>
      format.number(value / 1e9, {
        style: 'unit',
        unit: 'gigabyte',
        maximumFractionDigits: 1,
      }),
  }
  return <span className="soft">{`(${formats[unit]()})`}</span>
}

function Queues({
  queues: { waiting, abandoned },
  oldest,
}: Pick<Props, 'queues' | 'oldest'>) {
  const t = useTranslations('Operator.health.queues')
  const names = useTranslations('OperatorLeads.channels')
  const shown = salesChannels.filter((channel) => {
    return isConfigured(channel) || waiting[channel] + abandoned[channel] > 0
  })
  return (
    <ul className="tabular">
      {shown.map((channel) => (
        <li key={channel}>
          {t('way', {
            name: names(channel),
            waiting: waiting[channel],
            abandoned: abandoned[channel],
          })}{' '}
          {isConfigured(channel) && (
            <ConsoleLink
              to={consolePaths.leads}
              query={{ missing: channel }}
              label={t('missing', { name: names(channel) })}
            />
          )}
        </li>
      ))}
      <li>{t('ack', { waiting: waiting.ack })}</li>
      {oldest && (
        <li>
          {t('oldest')} <Moment at={oldest} />
        </li>
      )}
    </ul>
  )
}
