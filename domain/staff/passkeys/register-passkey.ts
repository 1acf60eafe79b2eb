import {
  assertFreshStepUp,
  OWN_CREDENTIALS_MINUTES,
} from '#platform/core/access/assert-fresh-step-up.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { notifyOfCredentials } from './notify-of-credentials.ts'
import { replaceCodes } from './replace-recovery-codes.ts'
import { renewSession } from '../user-sessions/renew-session.ts'
import type { StartedSession } from '../user-sessions/start-session.ts'
import { ALGORITHMS } from './create-registration-options.ts'
import { loadUsablePasskeys } from './queries.ts'
import { refusePasskey } from './refuse-passkey.ts'
import { relyingParty } from './relying-party.ts'
import { toPasskey, type NewPasskey, type Passkey } from './schemas.ts'
import { messageOf } from './use-passkey.ts'

const MAX_PASSKEYS = 20

export interface RegisteredPasskey {
  passkey: Passkey
  /** Set with the first passkey. They are shown only once. */
  recoveryCodes: string[]
  session: StartedSession
}

/**
 * Registers a passkey of the caller. A session that awaits its second factor can register only the first
 * passkey, which then counts as the factor. The first passkey also returns recovery codes.
 */
export const registerPasskey = (
  ctx: Context,
  input: NewPasskey & {
    challenge: string
    publicUrl: string
    session: { id: string; awaitsFactor: boolean }
  },
): Promise<RegisteredPasskey> =>
  transact(ctx, 'passkeys:write', async (tx) => {
    const { id: userId } = tx.actor
    await assertFreshStepUp(tx, OWN_CREDENTIALS_MINUTES)
    await lockRecord(tx, 'users', userId)
    const known = await loadUsablePasskeys(tx, userId)
    if (input.session.awaitsFactor && known.length > 0)
      throw new DomainError(
        'second_factor_required',
        'Use one of your passkeys or a recovery code before you register another passkey.',
      )
    if (known.length >= MAX_PASSKEYS)
      throw new DomainError(
        'already_exists',
        `You already have the maximum of ${MAX_PASSKEYS} passkeys. Revoke one first.`,
      )
    const made = await verify(input)
    const id = newId('passkey')
    const row = await tx.db.passkey.create({
      data: { ...freshRecord(tx, id), userId, name: input.name, lastUsedAt: null, ...made },
    })
    tx.created({ type: 'passkey', id }, row)
    await notifyOfCredentials(tx, {
      userId,
      what: 'PASSKEY_REGISTERED',
      name: input.name,
      dedupeKey: `${id}/registered`,
    })
    return {
      passkey: toPasskey(row),
      recoveryCodes: known.length === 0 ? await replaceCodes(tx, userId) : [],
      session: await renewSession(tx, { id: input.session.id, answersFactor: true }),
    }
  })

const verify = async ({
  credential,
  challenge,
  publicUrl,
}: Pick<NewPasskey, 'credential'> & { challenge: string; publicUrl: string }) => {
  const { id: rpId, origin } = relyingParty(publicUrl)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw refusePasskey('ANSWER_INVALID', { detail: messageOf(cause), cause })
  })
  if (!verified) throw refusePasskey('ANSWER_INVALID', { detail: 'the attestation is not valid' })
  const { credential: made, credentialBackedUp } = registrationInfo
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    signCount: made.counter,
    transports: credential.response.transports,
    isBackedUp: credentialBackedUp,
  }
}
