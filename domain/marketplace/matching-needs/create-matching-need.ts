import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { toMatchingNeed, type CreateMatchingNeed, type MatchingNeed } from './schemas.ts'

export const createMatchingNeed = (
  ctx: Context,
  input: CreateMatchingNeed,
): Promise<MatchingNeed> =>
  transact(ctx, 'matching-needs:write', async (tx) =>
    toMatchingNeed(await insertMatchingNeed(tx, input)),
  )

export const insertMatchingNeed = async (tx: Transaction, input: CreateMatchingNeed) => {
  const row = await tx.db.matchingNeed.create({
    data: { ...freshRecord(tx, newId('matchingNeed')), ...input },
  })
  tx.created({ type: 'matchingNeed', id: row.id }, row)
  return row
}
