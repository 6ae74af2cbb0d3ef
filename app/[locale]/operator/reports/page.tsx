import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ConsolePage } from '@/components/operator/console-page'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/reports'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'reports')
}

export default async function OperatorReportsPage(props: Props) {
  const t = await getTranslations('OperatorReports')
  return <ConsolePage section="reports" {...props} show={async () => <h1>{t('title')}</h1>} />
}
