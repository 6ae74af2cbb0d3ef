import { randomBytes } from 'node:crypto'
import { isSignedWithSecret, signWithSecret } from '@/lib/app-secret'
import { minuteMs } from '@/lib/durations'

const lifeMs = 5 * minuteMs

/**
 * Returns a challenge for a passkey to sign, in base64url, valid for 5 minutes
 * and one purpose. The challenge contains its own signed time, so that nothing
 * has to be stored for visitors who never respond.
 */
export function createChallenge(purpose: string): string {
  const text = `${Date.now()}.${randomBytes(16).toString('base64url')}`
  const signature = signWithSecret(signedText(text, purpose))
  return Buffer.from(`${text}.${signature}`).toString('base64url')
}

export function isOwnChallenge(challenge: string, purpose: string): boolean {
  const [, text = '', signature = ''] =
    decode(challenge).match(/^(\d+\.[\w-]+)\.([\w-]+)$/) ?? []
  const isSigned = isSignedWithSecret(signedText(text, purpose), signature)
  return isSigned && Math.abs(Date.now() - timeOf(challenge)) <= lifeMs
}

/**
 * Returns when the challenge in a browser's response (its clientDataJSON) was
 * created.
 */
export function askedAt(clientDataJson: string): Date {
  const { challenge } = JSON.parse(decode(clientDataJson))
  return new Date(timeOf(String(challenge)))
}

function timeOf(challenge: string): number {
  return Number(decode(challenge).split('.')[0])
}

function signedText(text: string, purpose: string): string {
  return `passkey ${purpose} ${text}`
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}
