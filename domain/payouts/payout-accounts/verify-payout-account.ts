import { payoutAccountMoves } from './moves.ts'
import { move, moveRecord } from '#platform/core/records/move-record.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { lockVerifiedAccount } from './queries.ts'
import { assertDecidedByAnother } from './assert-decided-by-another.ts'
import { payoutAccountRecord } from './record.ts'
import { payableAtOf } from './rules.ts'
import { toPayoutAccount } from './schemas.ts'
import { tellProvider } from './tell-provider.ts'

/** Makes an account the one that is paid, in place of the previous one. */
export const verifyPayoutAccount = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, payoutAccountRecord, payoutAccountMoves, 'verify', {
    fields: async (before, tx) => {
      const approvedAlone = await assertDecidedByAnother(tx, before)
      const { payoutCoolingOffDays } = await loadTenantSettings(tx)
      const follows = await hadAnother(tx, before.providerId)
      await replace(tx, before.providerId)
      return {
        decidedBy: tx.actor.id,
        decidedAt: tx.now,
        approvedAlone,
        payableAt: payableAtOf(tx.now, follows, payoutCoolingOffDays),
      }
    },
    effects: tellProvider,
  })

/** Includes withdrawn accounts: a withdrawal does not make the next account a first one. */
const hadAnother = async ({ db, tenantId }: Transaction, providerId: string): Promise<boolean> =>
  (await db.payoutAccount.count({
    where: { tenantId, providerId, payableAt: { not: null } },
  })) > 0

const replace = async (tx: Transaction, providerId: string): Promise<void> => {
  const before = await lockVerifiedAccount(tx, providerId)
  if (!before) return
  const after = await move(tx, payoutAccountMoves, 'replace', before, (status) =>
    tx.db.payoutAccount.update({
      where: keyOf(tx, before.id),
      data: { status, ...touched(tx) },
    }),
  )
  tx.changed({ type: 'payoutAccount', id: before.id }, before, after, {
    before: toPayoutAccount(before),
    after: toPayoutAccount(after),
  })
}
