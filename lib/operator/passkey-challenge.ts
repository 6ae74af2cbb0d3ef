import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '@/lib/durations'
import { env } from '@/lib/env'

const lifeMs = 5 * minuteMs

/**
 * Returns a challenge for a passkey to sign, in base64url, valid for 5 minutes
 * and one purpose. The challenge contains its own signed time, so that nothing
 * has to be stored for visitors who never respond.
 */
export function createChallenge(purpose: string): string {
  const text = `${Date.now()}.${randomBytes(16).toString('base64url')}`
  return Buffer.from(`${text}.${sign(text, purpose)}`).toString('base64url')
}

export function isOwnChallenge(challenge: string, purpose: string): boolean {
  const [, text = '', signature = ''] =
    decode(challenge).match(/^(\d+\.[\w-]+)\.([\w-]+)$/) ?? []
  const own = Buffer.from(sign(text, purpose))
  const given = Buffer.from(signature)
  const isSigned = own.length === given.length && timingSafeEqual(own, given)
  return isSigned && Math.abs(Date.now() - timeOf(challenge)) <= lifeMs
}

/**
 * Returns when a browser was asked, given the clientDataJSON of its response.
 */
export function askedAt(clientDataJson: string): Date {
  const { challenge } = JSON.parse(decode(clientDataJson))
  return new Date(timeOf(String(challenge)))
}

function timeOf(challenge: string): number {
  return Number(decode(challenge).split('.')[0])
}

function sign(text: string, purpose: string): string {
  return createHmac('sha256', env.APP_SECRET)
    .update(`passkey ${purpose} ${text}`)
    .digest('base64url')
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}
