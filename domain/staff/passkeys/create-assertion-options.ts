import { randomBytes } from 'node:crypto'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Platform } from '#platform/core/context/platform.ts'
import { CHALLENGE_TIMEOUT_MS, keepChallenge, type ChallengeUse } from './use-challenge.ts'
import { relyingParty } from './relying-party.ts'

/** Options for a browser to use a passkey. Without `allowed`, any passkey of its person can be used. */
export const createAssertionOptions = async (
  platform: Platform,
  {
    publicUrl,
    allowed = [],
    ...use
  }: ChallengeUse & {
    publicUrl: string
    allowed?: readonly { credentialId: string; transports: string[] }[]
  },
): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).id,
    challenge: new Uint8Array(randomBytes(32)),
    timeout: CHALLENGE_TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
  await keepChallenge(platform, options.challenge, use)
  return options
}
