import type { Passkey as PasskeyModel } from '#prisma/generated/client.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { refusePasskey } from './refuse-passkey.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyAssertion } from './schemas.ts'

/** A response whose challenge has been used up. */
export interface PasskeyProof {
  assertion: PasskeyAssertion
  challenge: string
  publicUrl: string
}

/** Verifies the response of a passkey and records its use. If its counter does not increase, the passkey was cloned. */
export const usePasskey = async (
  tx: Transaction,
  { id, userId }: { id: string; userId: string },
  proof: PasskeyProof,
): Promise<void> => {
  await lockRecord(tx, 'passkeys', id)
  const passkey = await tx.db.passkey.findFirst({ where: inTenant(tx, id) })
  if (!passkey || passkey.revokedAt) throw refusePasskey('PASSKEY_UNKNOWN')
  if (passkey.userId !== userId) throw refusePasskey('OTHER_USER')
  const { newCounter, credentialBackedUp } = await verify(passkey, proof)
  const after = await tx.db.passkey.update({
    where: keyOf(tx, id),
    data: {
      signCount: newCounter,
      isBackedUp: credentialBackedUp,
      lastUsedAt: tx.now,
      ...touched(tx),
    },
  })
  tx.changed({ type: 'passkey', id }, passkey, after)
}

const verify = async (
  { userId, credentialId, publicKey, signCount }: PasskeyModel,
  { assertion, challenge, publicUrl }: PasskeyProof,
) => {
  const { userHandle, ...response } = assertion.response
  const { id: rpId, origin } = relyingParty(publicUrl)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, response: { ...response, ...(userHandle && { userHandle }) } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: signCount,
    },
  }).catch((cause: unknown) => {
    throw refusePasskey('ANSWER_INVALID', { detail: messageOf(cause), cause })
  })
  if (!verified) throw refusePasskey('ANSWER_INVALID', { detail: 'the signature is not valid' })
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId)
    throw refusePasskey('OTHER_USER')
  return authenticationInfo
}

/** The library's message, for the audit trail. */
export const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message.slice(0, 200) : 'the answer could not be read'
