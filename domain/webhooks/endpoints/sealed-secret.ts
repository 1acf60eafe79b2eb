import { z } from 'zod'
import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** A stored signing secret. The newest comes first. */
const SealedSecret = z.strictObject({
  ciphertext: z.string(),
  /** A rotated secret still signs until then. */
  expiresAt: z.iso.datetime().exactOptional(),
})
export type SealedSecret = z.infer<typeof SealedSecret>
export const SealedSecrets = z.array(SealedSecret)

/** A secret that can be used. */
export interface OpenSecret {
  secret: string
  expiresAt: Date | undefined
}

/** The ciphertext is bound to the endpoint: it cannot be decrypted in another row. */
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

/** The secrets that are valid at an instant, newest first. */
export const liveSecrets = (secrets: readonly OpenSecret[], now: Date): string[] =>
  secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > now).map(({ secret }) => secret)

/** The maximum number of simultaneous secrets. Each adds two signatures to every delivery. */
export const MAX_SECRETS = 4

/** The secrets of an endpoint after a rotation: the new one, and earlier ones until they expire. */
export const rotated = (
  before: readonly SealedSecret[],
  fresh: SealedSecret,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): SealedSecret[] => {
  const ends = expiresAt.toISOString()
  const kept = before
    .map((secret) => ({
      ...secret,
      expiresAt: secret.expiresAt && secret.expiresAt < ends ? secret.expiresAt : ends,
    }))
    .filter((secret) => new Date(secret.expiresAt) > now)
  return [fresh, ...kept]
}

/** Until when a rotated secret still signs; null if none does. */
export const rotatedOutAt = (secrets: readonly SealedSecret[], now: Date): Date | null => {
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt ? [new Date(expiresAt)] : []))
  const last = ends.toSorted((a, b) => a.getTime() - b.getTime()).at(-1)
  return last && last > now ? last : null
}
