import { useMessages, useTranslations } from 'next-intl'
import { Unbroken } from '@/components/ui/unbroken'
import { keysOf } from '@/lib/text'

/** Lists what the first report will contain. */
export function FirstPoints({ className }: { className: string }) {
  const t = useTranslations('Attestations.first.points')
  return (
    <ul className={className}>
      {keysOf(useMessages().Attestations.first.points).map((key) => (
        <li key={key}>
          <Unbroken>{t(key)}</Unbroken>
        </li>
      ))}
    </ul>
  )
}
