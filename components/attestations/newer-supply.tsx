import { fetchText } from '@/lib/fetch-text'
import { SupplyFigures, type SupplyProps } from './supply-figures'

const maxMs = 30_000

/**
 * Asks the site for a newer reading. Resolves to undefined without an answer.
 */
export async function readNewerSupply(props: SupplyProps) {
  const { ok, text } = await fetchText('/api/reserves', { maxMs })
  return ok ? (
    <SupplyFigures {...props} reserves={JSON.parse(text)} />
  ) : undefined
}
