import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Overrides = {
  /** The page that asked, if it is not the site. */
  origin?: string
  /** Whether the device checked a PIN or fingerprint. */
  isVerified?: boolean
  counter?: number
}

/**
 * A device with one passkey, which answers like a browser (WebAuthn level 3).
 */
export function makeAuthenticator(site = 'http://localhost:3000') {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = [x, y].map((each) => Buffer.from(each, 'base64url'))
  // COSE: an EC2 key for ES256 on P-256.
  const key = cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point[0]],
    [-3, point[1]],
  ])
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const

  function clientData(type: string, challenge: string, origin = site): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin }))
  }

  function authenticatorData(
    { isVerified = true, counter = 0 }: Overrides,
    attested = Buffer.alloc(0),
  ): Buffer {
    const flags = 1 | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0)
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([digest(new URL(site).hostname), tail, attested])
  }

  return {
    id: credential.id,
    publicKey: key.toString('base64url'),
    /** Answers a request to make a passkey. */
    register(challenge: string, overrides: Overrides = {}) {
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authenticatorData(overrides, attested)],
      ])
      const data = clientData('webauthn.create', challenge, overrides.origin)
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers a request to sign in. */
    signIn(challenge: string, overrides: Overrides = {}) {
      const data = clientData('webauthn.get', challenge, overrides.origin)
      const authData = authenticatorData(overrides)
      const signed = Buffer.concat([authData, digest(data)])
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

function digest(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

type Cbor = number | string | Buffer | Map<string, string> | undefined

function cborMap(entries: [Cbor, Cbor][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number')
    return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value))
    return Buffer.concat([head(2, value.length), value])
  return cborMap([])
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length])
  return length < 256
    ? Buffer.from([(type << 5) | 24, length])
    : Buffer.from([(type << 5) | 25, length >> 8, length & 255])
}
