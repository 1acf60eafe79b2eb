import type { ProcessingRestriction as Model } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadProcessingRestriction } from './queries.ts'
import {
  restrictionStatus,
  toProcessingRestriction,
  type ProcessingRestriction,
} from './schemas.ts'

export const changeRestriction = (
  ctx: Context,
  { id, version }: RecordRef,
  change: (tx: Transaction, before: Model) => Promise<Model>,
): Promise<ProcessingRestriction> =>
  transact(ctx, 'processing-restrictions:write', async (tx) => {
    const before = await lockRestriction(tx, id)
    assertVersion(before, version)
    return toProcessingRestriction(await change(tx, before))
  })

/** Locks the restriction after the person, in the same order as when it is started. */
export const lockRestriction = async (tx: Transaction, id: string): Promise<Model> => {
  const { childId, clientId } = await loadProcessingRestriction(tx, id)
  await lockRecord(tx, childId ? 'children' : 'clients', (childId ?? clientId)!)
  await lockRecord(tx, 'processing_restrictions', id)
  return loadProcessingRestriction(tx, id)
}

export const writeRestriction = async (
  tx: Transaction,
  before: Model,
  data: Partial<Model>,
): Promise<Model> => {
  const { id } = before
  const row = await tx.db.processingRestriction.update({
    where: keyOf(tx, id),
    data: { ...data, ...touched(tx) },
  })
  tx.changed({ type: 'processingRestriction', id }, before, row)
  return row
}

export const transitionRefused = (row: Model, message: string) =>
  new DomainError('invalid_transition', message, {
    extra: { status: restrictionStatus(row), allowed: [] },
  })
