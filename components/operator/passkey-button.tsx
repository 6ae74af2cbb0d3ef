'use client'

import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { useState } from 'react'
import { failureOf, requestJson, sendJson } from '@/lib/browser/request-json'

type Props = {
  use: 'add' | 'signIn'
  /** The page to open next, or empty to stay. */
  next: string
  site: string
  label: string
  waiting: string
  added: string
  problems: Record<string, string>
}

const paths = {
  add: '/api/operator/passkeys',
  signIn: '/api/operator/passkey',
} as const

/** Signs in with a passkey on this device, or adds one for the operator. */
export function PasskeyButton({
  use,
  next,
  site,
  label,
  waiting,
  added,
  problems,
}: Props) {
  const [isWaiting, setWaiting] = useState(false)
  const [isAdded, setAdded] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function press() {
    setWaiting(true)
    setAdded(false)
    const failure = await perform(use, site)
    setProblem(failure && (problems[failure] ?? problems.failed))
    if (failure) return setWaiting(false)
    if (use === 'signIn') return location.assign(next)
    setAdded(true)
    location.reload()
  }

  return (
    <>
      <button
        type="button"
        className="quiet-button"
        disabled={isWaiting}
        onClick={press}
      >
        {isWaiting ? waiting : label}
      </button>
      <p role="status" className="outcome outcome-good" hidden={!isAdded}>
        {isAdded && added}
      </p>
      <p role="alert" className="field-error">
        {problem}
      </p>
    </>
  )
}

/** Resolves to the problem, or to undefined if everything worked. */
async function perform(
  use: Props['use'],
  site: string,
): Promise<string | undefined> {
  if (location.origin !== site) return 'elsewhere'
  if (!browserSupportsWebAuthn()) return 'unsupported'
  const asked = await requestJson(paths[use])
  if (typeof asked === 'string' || !asked.ok) return failureCodeOf(asked)
  try {
    const optionsJSON = asked.body as never
    const credential =
      use === 'add'
        ? await startRegistration({ optionsJSON })
        : await startAuthentication({ optionsJSON })
    const response = await sendJson(paths[use], credential)
    if (typeof response === 'string' || !response.ok)
      return failureCodeOf(response)
  } catch (error) {
    // Recognizes a device that has one of the excluded credentials (WebAuthn
    // section 5.1).
    const isKnown = (error as Error).name === 'InvalidStateError'
    return isKnown ? 'known' : 'cancelled'
  }
}

function failureCodeOf(
  response: Awaited<ReturnType<typeof requestJson>>,
): string {
  const failure = failureOf(response)
  return failure.kind === 'failed' ? failure.code : 'failed'
}
