import { speculationRules } from '@/lib/speculation-rules'

export const dynamic = 'force-static'

/** The pages that browsers may prerender when a link to them is about to be followed. */
export function GET() {
  return Response.json(speculationRules(), { headers: { 'Content-Type': 'application/speculationrules+json' } })
}
