import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ConsolePage } from '@/components/operator/console-page'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/leads'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'leads')
}

export default async function OperatorLeadsPage(props: Props) {
  const t = await getTranslations('OperatorLeads')
  return <ConsolePage section="leads" {...props} show={async () => <h1>{t('title')}</h1>} />
}
