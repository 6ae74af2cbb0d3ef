import type { Metadata } from 'next'
import { ConsolePage } from '@/components/operator/console-page'
import { LeadPage, loadLead } from '@/components/operator/leads/lead-page'
import { leadPath } from '@/lib/operator/console-paths'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator/leads/[id]'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'leads')
}

export default async function OperatorLeadPage(props: Props) {
  const { id } = await props.params
  return (
    <ConsolePage
      section="leads"
      path={leadPath(id)}
      {...props}
      show={async ({ operator, query }) => <LeadPage loaded={await loadLead(id, { operator, query })} query={query} />}
    />
  )
}
