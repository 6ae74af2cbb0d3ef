import { fetchText } from '@/lib/fetch-text'
import { SupplyFigures, type SupplyProps } from './supply-figures'

const maxMs = 30_000

/**
 * Fetches the current figures. Resolves to undefined if the server responds
 * with an error, and rejects if it does not respond.
 */
export async function readNewerSupply(props: SupplyProps) {
  const { ok, text } = await fetchText('/api/reserves', { maxMs })
  return ok ? (
    <SupplyFigures {...props} reserves={JSON.parse(text)} />
  ) : undefined
}
