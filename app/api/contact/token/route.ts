import { connection } from 'next/server'
import { issueToken } from '@/lib/contact/token'

/** A signed note of when a visitor began with the contact form: 200 `{ token }`, sent back as `Form-Token`. */
export async function GET() {
  await connection()
  return Response.json({ token: issueToken() })
}
