import type { Context } from '../core/context.ts'
import { transact } from '../core/transaction.ts'

const BATCH_SIZE = 500

/**
 * Wakes the workflow of every live follow-up and of every payment under way of a centre; one that
 * Temporal has lost is started. For after Temporal was restored, or replaced by an empty one: what is
 * still to happen stands in the records. Safe to run at any time, and twice.
 */
export const wakeWorkflows = async (ctx: Context): Promise<number> => {
  let woken = 0
  for (const read of [liveFollowUps, paymentsUnderWay]) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const ids: string[] = await transact(ctx, 'follow-ups:write', (tx) => read(tx, after ?? ''))
      woken += ids.length
      after = ids.length === BATCH_SIZE ? ids.at(-1) : undefined
    }
  }
  return woken
}

type Transaction = Parameters<Parameters<typeof transact>[2]>[0]

const liveFollowUps = async (tx: Transaction, after: string): Promise<string[]> => {
  const rows = await tx.db.followUp.findMany({
    ...PAGE,
    where: { tenantId: tx.tenantId, status: 'ACTIVE', id: { gt: after } },
  })
  // Kinds are the names of workflows: domain/follow-ups/record.ts writes no other.
  for (const { kind, subjectId } of rows) tx.wake(kind as Parameters<typeof tx.wake>[0], subjectId)
  return said(tx, rows)
}

const paymentsUnderWay = async (tx: Transaction, after: string): Promise<string[]> => {
  const rows = await tx.db.payment.findMany({
    ...PAGE,
    where: { tenantId: tx.tenantId, status: 'PROCESSING', id: { gt: after } },
  })
  for (const { id } of rows) tx.wake('paymentCapture', id)
  return said(tx, rows)
}

const PAGE = { orderBy: { id: 'asc' }, take: BATCH_SIZE } as const

const said = (tx: Transaction, rows: { id: string }[]): string[] => {
  tx.audit({ type: 'tenant', id: tx.tenantId }, undefined, { woken: rows.length })
  return rows.map(({ id }) => id)
}
