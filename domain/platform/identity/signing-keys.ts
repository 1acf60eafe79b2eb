import type { KeyObject } from 'node:crypto'
import type { Platform } from '../core/context/platform.ts'
import { ringOf } from './ring-of.ts'
import type { KeyPurpose, PublicJwk, SigningKey } from './signing-key.ts'

/** The key that signs now. It is created at its first use, and processes that race for this agree on one key. */
export const activeKey = async (platform: Platform, purpose: KeyPurpose): Promise<SigningKey> =>
  (await ringOf(platform, purpose).current()).active

/** The key of {@link activeKey}, for `sign` of `node:crypto`. */
export const signingKeyObject = async (
  platform: Platform,
  purpose: KeyPurpose,
): Promise<{ kid: string; privateKey: KeyObject }> => {
  const { kid, privateKey } = await activeKey(platform, purpose)
  return { kid, privateKey }
}

/** The published keys: the active one and those retired recently, newest first. */
export const publicKeys = async (platform: Platform, purpose: KeyPurpose): Promise<PublicJwk[]> => {
  const { published } = await ringOf(platform, purpose).current()
  return [...published.values()].map(({ publicJwk }) => publicJwk)
}

/** The key of a signature, taken only from our own set; `undefined` if it is unknown. */
export const verificationKey = (
  platform: Platform,
  purpose: KeyPurpose,
  kid: string,
): Promise<KeyObject | undefined> => ringOf(platform, purpose).find(kid)
