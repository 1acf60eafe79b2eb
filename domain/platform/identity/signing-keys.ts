import type { KeyObject } from 'node:crypto'
import type { Platform } from '../core/context/platform.ts'
import { ringOf } from './ring-of.ts'
import type { KeyPurpose, PublicJwk, SigningKey } from './signing-key.ts'

/** The key that signs now; made on first use. Processes that race for it end with the same one. */
export const activeKey = async (platform: Platform, purpose: KeyPurpose): Promise<SigningKey> =>
  (await ringOf(platform, purpose).current()).active

/** As {@link activeKey}, for `node:crypto`'s `sign`. */
export const signingKeyObject = async (
  platform: Platform,
  purpose: KeyPurpose,
): Promise<{ kid: string; privateKey: KeyObject }> => {
  const { kid, privateKey } = await activeKey(platform, purpose)
  return { kid, privateKey }
}

/** What is published: the active key and those retired within the overlap, the newest first. */
export const publicKeys = async (platform: Platform, purpose: KeyPurpose): Promise<PublicJwk[]> => {
  const { published } = await ringOf(platform, purpose).current()
  return [...published.values()].map(({ publicJwk }) => publicJwk)
}

/** The key that a signature names, from our own set only; `undefined` when it is not in there. */
export const verificationKey = (
  platform: Platform,
  purpose: KeyPurpose,
  kid: string,
): Promise<KeyObject | undefined> => ringOf(platform, purpose).find(kid)
