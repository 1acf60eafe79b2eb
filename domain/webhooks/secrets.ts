import type { Cipher } from '../core/cipher.ts'

/** A signing secret as the endpoint's row keeps it. The newest stands first. */
export interface SealedSecret {
  ciphertext: string
  /** ISO 8601, UTC; until then a rotated secret signs beside the new one. */
  expiresAt?: string
}

/** A secret that can sign. */
export interface OpenSecret {
  secret: string
  expiresAt: Date | undefined
}

/** Bound to the endpoint: moved to another endpoint's row it does not open. */
const purposeOf = (endpointId: string) => `webhook_secret/${endpointId}`

export const sealSecret = (cipher: Cipher, endpointId: string, secret: string): SealedSecret => ({
  ciphertext: cipher.seal(secret, purposeOf(endpointId)),
})

export const openSecrets = (
  cipher: Cipher,
  endpointId: string,
  sealed: readonly SealedSecret[],
): OpenSecret[] =>
  sealed.map(({ ciphertext, expiresAt }) => ({
    secret: cipher.open(ciphertext, purposeOf(endpointId)),
    expiresAt: expiresAt ? new Date(expiresAt) : undefined,
  }))

/** Those that sign at an instant, the newest first. */
export const liveSecrets = (secrets: readonly OpenSecret[], now: Date): string[] =>
  secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > now).map(({ secret }) => secret)
