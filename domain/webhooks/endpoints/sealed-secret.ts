import { z } from 'zod'
import type { Cipher } from '#platform/core/crypto/cipher.ts'

/** A stored signing secret. The newest is first. */
const SealedSecret = z.strictObject({
  ciphertext: z.string(),
  /** Until then a rotated secret still signs. */
  expiresAt: z.iso.datetime().exactOptional(),
})
export type SealedSecret = z.infer<typeof SealedSecret>
export const SealedSecrets = z.array(SealedSecret)

/** A usable secret. */
export interface OpenSecret {
  secret: string
  expiresAt: Date | undefined
}

/** Bound to the endpoint: in another row it cannot be decrypted. */
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

/** The valid ones at an instant, newest first. */
export const liveSecrets = (secrets: readonly OpenSecret[], now: Date): string[] =>
  secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > now).map(({ secret }) => secret)

/** Maximum simultaneous secrets: each adds two signatures to every delivery. */
export const MAX_SECRETS = 4

/** An endpoint's secrets after a rotation: the new one, and earlier ones until they expire. */
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
