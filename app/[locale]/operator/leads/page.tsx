import type { Metadata } from 'next'
import { ConsolePage } from '@/components/operator/console-page'
import { LeadList, loadLeadList } from '@/components/operator/leads/lead-list'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/leads'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'leads')
}

export default function OperatorLeadsPage(props: Props) {
  return (
    <ConsolePage
      section="leads"
      {...props}
      show={async ({ operator, query }) => <LeadList loaded={await loadLeadList(query, operator)} query={query} />}
    />
  )
}
