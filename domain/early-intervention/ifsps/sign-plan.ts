import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { move, moveRecord } from '#platform/core/records/move-record.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import { touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { signingKeyObject } from '#platform/identity/signing-keys.ts'
import { ifspSignatureHash, ifspSigning } from './ifsp-hash.ts'
import { ifspMoves } from './moves.ts'
import { findSignedIfsp } from './queries.ts'
import { ifspRecord } from './record.ts'
import type { IfspRow, SIGNER_ROLES, SIGNING_CHANNELS } from './schemas.ts'

export interface PlanSignature {
  role: (typeof SIGNER_ROLES)[number]
  clientId: string | null
  providerId: string | null
  signedName: string
  channel: (typeof SIGNING_CHANNELS)[number]
  declinedServices: readonly string[]
  signedOn: string
}

/**
 * Adds a signature to a presented plan. With that of a parent and that of the coordinator it is signed, and the
 * version before it is superseded.
 */
export const signPlan = (
  ctx: Context,
  ref: RecordRef,
  signatureOf: (row: IfspRow, tx: Transaction) => Promise<PlanSignature>,
  follows?: (tx: Transaction, row: IfspRow, signature: PlanSignature) => Promise<void>,
) => {
  let signature: PlanSignature | undefined
  return moveRecord(
    ctx,
    ref,
    ifspRecord,
    ifspMoves,
    ({ signatures }) => (signatures.length === 1 ? 'complete' : 'sign'),
    {
      fields: async (before, tx, status) => {
        assertMove(ifspMoves, 'sign', before)
        signature = await signatureOf(before, tx)
        assertUnsigned(before, signature)
        await insertSignature(tx, before, signature)
        if (status !== 'SIGNED') return {}
        await supersede(tx, before.programId)
        return { signedAt: tx.now }
      },
      effects: async (tx, after) => follows?.(tx, after, signature!),
    },
  )
}

const assertUnsigned = ({ signatures, status }: IfspRow, { role }: PlanSignature): void => {
  if (signatures.every((it) => it.role !== role)) return
  throw new DomainError(
    'invalid_transition',
    role === 'PARENT'
      ? 'A parent has already signed this plan.'
      : 'The service coordinator has already signed this plan.',
    { extra: { status, allowed: [] } },
  )
}

const insertSignature = async (
  tx: Transaction,
  row: IfspRow,
  { signedOn, declinedServices, ...signer }: PlanSignature,
): Promise<void> => {
  const { kid, privateKey } = await signingKeyObject(tx.platform, 'audit_seal')
  const facts = {
    tenantId: tx.tenantId,
    id: newId('ifspSignature'),
    ifspId: row.id,
    ...signer,
    declinedServices: [...declinedServices],
    signedOn: dateColumn(signedOn),
    actorId: tx.actor.id,
    contentHash: row.contentHash!,
    keyId: kid,
    signedAt: tx.now,
  }
  const signature = ifspSigning.sign(ifspSignatureHash(facts), privateKey)
  await tx.db.ifspSignature.create({ data: { ...facts, signature } })
  tx.created({ type: 'ifspSignature', id: facts.id }, facts)
}

/** The version before it is no longer in force. */
const supersede = async (tx: Transaction, programId: string): Promise<void> => {
  const before = await findSignedIfsp(tx, programId)
  if (!before) return
  const after = await move(tx, ifspMoves, 'supersede', before, (status) =>
    ifspRecord.update(tx, before.id, { status, ...touched(tx) }),
  )
  tx.changed({ type: 'ifsp', id: before.id }, before, after)
}
