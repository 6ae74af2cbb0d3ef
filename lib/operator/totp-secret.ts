import { Secret, TOTP } from 'otpauth'
import { site } from '@/lib/site'

/** A new secret in base32, and the address that authenticator apps take it from. */
export function createSecret(operator: string): { secret: string; address: string } {
  const secret = new Secret({ size: 20 })
  const address = new TOTP({ issuer: site.brand, label: operator, secret }).toString()
  return { secret: secret.base32, address }
}
