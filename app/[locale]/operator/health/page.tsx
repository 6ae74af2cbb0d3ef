import type { Metadata } from 'next'
import { ConsolePage } from '@/components/operator/console-page'
import { Health } from '@/components/operator/health'
import { loadHealth } from '@/lib/console/overview'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/health'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'health')
}

/** What is checked, what waits, what failed, and what the installation lacks. */
export default function OperatorHealthPage(props: Props) {
  return <ConsolePage section="health" {...props} show={async () => <Health {...(await loadHealth())} />} />
}
