import { randomBytes } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadUser } from '../users/queries.ts'
import { CHALLENGE_TIMEOUT_MS, keepChallenge } from './use-challenge.ts'
import { loadUsablePasskeys } from './queries.ts'
import { relyingParty } from './relying-party.ts'

const ED25519 = -8
const ES256 = -7
const RS256 = -257
export const ALGORITHMS = [ED25519, ES256, RS256]

/**
 * Options for creating a passkey. Its user belongs to one centre. A device can have a passkey for each centre,
 * so the displayed name includes the centre.
 */
export const createRegistrationOptions = async (
  ctx: Context,
  { sessionId, publicUrl }: { sessionId: string; publicUrl: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return read(ctx, 'passkeys:read', async (reader) => {
    const { id: userId } = reader.actor
    const [{ email, name }, { name: centre }, known] = await Promise.all([
      loadUser(reader, userId),
      loadTenantSettings(reader),
      loadUsablePasskeys(reader, userId),
    ])
    const options = await generateRegistrationOptions({
      rpID: relyingParty(publicUrl).id,
      rpName: centre,
      // The id itself is used: it reveals nothing and belongs to one user of one centre.
      userID: new Uint8Array(Buffer.from(userId)),
      userName: `${email} (${centre})`,
      userDisplayName: `${name} (${centre})`,
      challenge: new Uint8Array(randomBytes(32)),
      timeout: CHALLENGE_TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    })
    const use = { purpose: 'REGISTER', boundTo: sessionId } as const
    await keepChallenge(reader.platform, options.challenge, use)
    return options
  })
}
