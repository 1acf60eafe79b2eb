import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { newId } from '../core/records/ids.ts'
import type { Platform } from '../core/context/platform.ts'

/** The uses of a signing key: access tokens, deliveries (v2), audit seals. */
export type KeyPurpose = 'access_token' | 'webhook' | 'audit_seal'

/** The JOSE algorithm of each purpose (RFC 7518, RFC 8037). */
const ALGORITHMS = { access_token: 'ES256', webhook: 'EdDSA', audit_seal: 'EdDSA' } as const

/** A published public key (RFC 7517). */
export interface PublicJwk extends JsonWebKey {
  kid: string
  alg: string
  use: 'sig'
}

export interface SigningKey {
  kid: string
  algorithm: string
  publicJwk: PublicJwk
  publicKey: KeyObject
  privateKey: KeyObject
  createdAt: Date
  /** When it starts to sign. Its predecessor signs until then. */
  signsFrom: Date
}

/** The column values of a new key. The private part leaves this process only in encrypted form. */
export const freshKey = (platform: Platform, purpose: KeyPurpose, announcedMs = 0): unknown[] => {
  const kid = newId('signingKey')
  const alg = ALGORITHMS[purpose]
  const { publicKey, privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('ed25519')
  const publicJwk: PublicJwk = { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }
  const privateJwk = JSON.stringify(privateKey.export({ format: 'jwk' }))
  const ciphertext = platform.cipher.seal(privateJwk, sealPurpose(purpose))
  const now = platform.clock.now()
  const signsFrom = new Date(now.getTime() + announcedMs)
  return [kid, purpose, alg, JSON.stringify(publicJwk), ciphertext, now, signsFrom]
}

/** The purpose to which the encrypted private part is bound. */
export const sealPurpose = (purpose: KeyPurpose) => `signing-key/${purpose}`

/** Inserts the values of {@link freshKey}. */
export const INSERT_KEY = `INSERT INTO signing_keys (id, purpose, algorithm, public_jwk, ciphertext, created_at, signs_from)
  SELECT $1, $2, $3, $4::jsonb, $5, $6::timestamptz, $7::timestamptz`
