/** A device with passkeys as in WebAuthn Level 3, which lies on request. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

interface Kept {
  id: Buffer
  rpId: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

/** Its false statements. */
export interface Lie {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  userVerified?: boolean
  counter?: number
  userHandle?: string
  /** Signs other data. */
  tampered?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

export const openAuthenticator = (origin = 'http://api.test') => {
  const kept: Kept[] = []

  const clientData = (type: string, challenge: string, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authenticatorData = (
    rpId: string,
    counter: number,
    lie: Lie,
    attested?: Buffer,
  ): Buffer => {
    const flags =
      USER_PRESENT | (lie.userVerified === false ? 0 : USER_VERIFIED) | (attested ? ATTESTED : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(lie.counter ?? counter, 1)
    return Buffer.concat([sha256(lie.rpId ?? rpId), head, attested ?? Buffer.alloc(0)])
  }

  return {
    kept,
    /** Creates a passkey, unless it has an excluded one. */
    create: (
      options: PublicKeyCredentialCreationOptionsJSON,
      lie: Lie = {},
    ): RegistrationResponseJSON => {
      const rpId = options.rp.id!
      const has = kept.some(({ id }) =>
        options.excludeCredentials?.some((it) => it.id === id.toString('base64url')),
      )
      if (has) throw new Error('InvalidStateError')
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      kept.push({ id, rpId, userHandle: options.user.id, privateKey, counter: 1 })
      const { x, y } = publicKey.export({ format: 'jwk' })
      const coseKey = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rpId, 1, lie, attested)],
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, lie)),
          attestationObject: base64url(attestation),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /** Presents a passkey: an allowed one, or the newest if any will do. */
    get: (
      options: PublicKeyCredentialRequestOptionsJSON,
      lie: Lie & { passkey?: Kept } = {},
    ): AuthenticationResponseJSON => {
      const allowed = (options.allowCredentials ?? []).map(({ id }) => id)
      const passkey =
        lie.passkey ??
        kept.findLast(
          ({ id, rpId }) =>
            rpId === options.rpId && (allowed.length === 0 || allowed.includes(base64url(id))),
        )
      if (!passkey) throw new Error('NotAllowedError')
      passkey.counter += 1
      const data = authenticatorData(passkey.rpId, passkey.counter, lie)
      const client = clientData('webauthn.get', options.challenge, lie)
      const signed = Buffer.concat([data, sha256(client), Buffer.from(lie.tampered ? 'x' : '')])
      return {
        id: base64url(passkey.id),
        rawId: base64url(passkey.id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, passkey.privateKey)),
          userHandle: lie.userHandle ?? passkey.userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

type CborItem = number | string | Buffer | Map<string, string>

/** The part of RFC 8949 that an attestation needs. */
const cborMap = (entries: [CborItem, CborItem][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cborItem)])

const cborItem = (item: CborItem): Buffer => {
  if (typeof item === 'number') return item < 0 ? cborHead(1, -1 - item) : cborHead(0, item)
  if (typeof item === 'string') return Buffer.concat([cborHead(3, item.length), Buffer.from(item)])
  if (Buffer.isBuffer(item)) return Buffer.concat([cborHead(2, item.length), item])
  return cborMap([...item])
}

const cborHead = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
