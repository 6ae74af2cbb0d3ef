import { site } from '@/lib/site'

/** The general e-mail address, for the button that reveals it: 200 `{ email }`. */
export function GET() {
  return Response.json({ email: site.email })
}
