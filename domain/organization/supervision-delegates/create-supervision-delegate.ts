import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { can, ownProviderOf } from '#platform/core/access/permissions.ts'
import { periodOf } from '#platform/core/records/period-of.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import {
  toSupervisionDelegate,
  type CreateSupervisionDelegate,
  type SupervisionDelegate,
} from './schemas.ts'

/**
 * Appoints a delegate for a supervisor for a period. The delegate's signature counts as the second signature
 * and says so.
 */
export const createSupervisionDelegate = (
  ctx: Context,
  { supervisorId, delegateId, ...asked }: CreateSupervisionDelegate,
): Promise<SupervisionDelegate> =>
  transact(ctx, 'supervision-delegates:write', async (tx) => {
    const ids = { supervisorId, delegateId }
    await assertReferences(tx, 'provider', ids)
    assertTheirs(tx, supervisorId)
    if (supervisorId === delegateId)
      throw invalid(
        'delegateId',
        'same_record',
        'A person cannot be their own delegate. Choose another provider.',
      )
    const period = periodOf(asked, tx.now)
    const row = await tx.db.supervisionDelegate.create({
      data: {
        ...freshRecord(tx, newId('supervisionDelegate')),
        ...ids,
        ...period,
      },
    })
    tx.created({ type: 'supervisionDelegate', id: row.id }, row)
    return toSupervisionDelegate(row)
  })

/** Supervisors appoint their own delegates; managers of supervisions can appoint delegates for anybody. */
export const assertTheirs = ({ actor }: Transaction, supervisorId: string): void => {
  if (can(actor, 'supervisions:write')) return
  if (supervisorId === ownProviderOf(actor)) return
  throw new DomainError(
    'insufficient_role',
    'You can name a delegate only for yourself. Ask an administrator to name one for another supervisor.',
    { extra: { permission: 'supervisions:write' } },
  )
}
