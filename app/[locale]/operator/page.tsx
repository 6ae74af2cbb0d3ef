import type { Metadata } from 'next'
import { ConsoleFrame, ConsoleUnavailable } from '@/components/operator/console-page'
import { Overview } from '@/components/operator/overview'
import { SignIn } from '@/components/operator/sign-in'
import { loadOverview } from '@/lib/console/overview'
import { visitConsole } from '@/lib/operator/console'
import { consolePaths } from '@/lib/operator/console-paths'
import { consoleMetadata } from '@/lib/seo/console-metadata'

type Props = PageProps<'/[locale]/operator'>

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return consoleMetadata(params, 'overview')
}

/** Where operators sign in, and see what waits for them once they have. */
export default async function OperatorPage({ searchParams }: Props) {
  const query = await searchParams
  const visited = await visitConsole(async (operator) => operator && (await loadOverview(operator)))
  return (
    <ConsoleFrame section="overview" path={consolePaths.overview} query={query} operator={visited?.operator}>
      {!visited && <ConsoleUnavailable />}
      {visited && (visited.content ? <Overview {...visited.content} query={query} /> : <SignIn query={query} />)}
    </ConsoleFrame>
  )
}
