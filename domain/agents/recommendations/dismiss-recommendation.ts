import type { Context } from '#platform/core/context/context.ts'
import { invalid, notFound } from '#platform/core/errors/errors.ts'
import { newId, subjectOf } from '#platform/core/records/ids.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { freshRecord, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import {
  toRecommendationDismissal,
  type DismissRecommendation,
  type RecommendationDismissal,
} from './dismissal-schemas.ts'
import { findAll, type Found } from './get-recommendations.ts'

/** Hides a recommendation for everybody until the facts behind it change or its snooze ends. */
export const dismissRecommendation = (
  ctx: Context,
  asked: DismissRecommendation,
): Promise<RecommendationDismissal> =>
  transact(ctx, 'recommendations:write', async (tx) => {
    const { rule, recordId, snoozeEndsAt } = asked
    if (snoozeEndsAt !== null && new Date(snoozeEndsAt) <= tx.now)
      throw invalid(
        'snoozeEndsAt',
        'in_the_past',
        'snoozeEndsAt is in the past. Choose a future time.',
      )
    const found = await findAll(tx, [rule])
    const it = found.find(({ recommended }) => recommended.recordId === recordId)
    if (!it) throw notFound('recommendation')
    // A simultaneous dismissal waits and changes the same row.
    await lockKey(tx, `dismissal/${tx.tenantId}/${rule}/${recordId}`)
    return toRecommendationDismissal(await putOnRecord(tx, asked, it))
  })

const putOnRecord = async (
  tx: Transaction,
  { rule, recordId: subjectId, reason, snoozeEndsAt }: DismissRecommendation,
  { recommended, evidence }: Found,
) => {
  const facts = {
    childId: recommended.childId,
    reason,
    evidence: jsonObject(evidence),
    snoozeEndsAt: snoozeEndsAt === null ? null : new Date(snoozeEndsAt),
    dismissedBy: tx.actor.id,
    dismissedAt: tx.now,
    undoneBy: null,
    undoneAt: null,
  }
  const { tenantId } = tx
  const before = await tx.db.recommendationDismissal.findFirst({
    where: { tenantId, rule, subjectId },
  })
  if (before) {
    const after = await tx.db.recommendationDismissal.update({
      where: keyOf(tx, before.id),
      data: { ...facts, ...touched(tx) },
    })
    tx.changed({ type: 'recommendationDismissal', id: before.id }, before, after)
    return after
  }
  const id = newId('recommendationDismissal')
  const row = await tx.db.recommendationDismissal.create({
    data: {
      ...freshRecord(tx, id),
      rule,
      subjectId,
      subjectType: subjectOf(subjectId)!.type,
      ...facts,
    },
  })
  tx.created({ type: 'recommendationDismissal', id }, row)
  return row
}
