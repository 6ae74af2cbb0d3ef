import { issueToken } from '@/lib/contact/token'

export const dynamic = 'force-dynamic'

/** A signed note of when a visitor began with the contact form: 200 `{ token }`, sent back as `Form-Token`. */
export function GET() {
  return Response.json({ token: issueToken() })
}
