import { isDelegateOf } from '#organization/supervision-delegates/queries.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { ownProviderOf } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadSession } from '../sessions/queries.ts'
import { signerFor, type Signer } from './rules.ts'

/** The person in whose name the second signature is given. */
export interface Cosigner extends Signer {
  /** The note's supervisor, if a delegate signs. */
  delegatedById?: string
}

/** The person who co-signs or returns a note: its supervisor, or their current delegate. */
export const cosignerFor = async (
  tx: Transaction,
  note: { supervisorId: string | null; sessionId: string },
): Promise<Cosigner> => {
  const supervisorId = note.supervisorId!
  const { actor } = tx
  const own = ownProviderOf(actor)
  const standsIn =
    own !== undefined &&
    own !== supervisorId &&
    (await isDelegateOf(tx, { delegateId: own, supervisorId }))
  if (!standsIn) return signerFor(actor, supervisorId)
  const { providerId } = await loadSession(tx, note.sessionId)
  if (providerId === own)
    throw new DomainError(
      'second_person_required',
      'This is your own session. The supervisor or another delegate must co-sign or return its note.',
    )
  return { ...signerFor(actor, own), delegatedById: supervisorId }
}
