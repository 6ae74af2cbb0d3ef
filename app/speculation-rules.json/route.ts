import { speculationRules } from '@/lib/speculation-rules'

export const dynamic = 'force-static'

export function GET() {
  return Response.json(speculationRules(), {
    headers: { 'Content-Type': 'application/speculationrules+json' },
  })
}
