import type { Context } from '#platform/core/context/context.ts'
import type { Entity } from '#platform/core/records/ids.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { ActionOutcome, ActionRun } from './action.ts'
import { ACTIONS } from './actions/index.ts'
import { checkedParameters } from './checked-parameters.ts'
import { namedIn } from './named-in.ts'

/** The requested action and its parameters. */
export interface AskedAction {
  action: string
  parameters: unknown
}

/**
 * Performs a catalog action for the actor of the context and records the requester. It joins the current
 * transaction. A repeated key returns the first result.
 */
export const performAction = async (
  ctx: Context,
  { action: name, parameters, madeFrom, ...run }: AskedAction & ActionRun,
): Promise<ActionOutcome> => {
  const action = namedIn(ACTIONS, 'action', name)
  const parsed = checkedParameters(action.parameters, parameters)
  return transact(ctx, action.needs, async (tx) => {
    // A simultaneous request with the same key waits and finds the result.
    await lockKey(tx, `action/${tx.tenantId}/${run.idempotencyKey}`)
    const known = await findPerformed(tx, run.idempotencyKey)
    const { status, outcome, subject } =
      known ?? (await action.perform(tx, parsed, { ...run, madeFrom }))
    const about = subject ?? ({ type: 'tenant', id: tx.tenantId } as const)
    tx.did(about, { action: name, status, outcome, runId: run.runId, again: known !== undefined })
    if (!known)
      await tx.db.performedAction.create({
        data: {
          tenantId: tx.tenantId,
          ...run,
          action: name,
          status,
          outcome,
          subjectType: subject?.type ?? null,
          subjectId: subject?.id ?? null,
          performedBy: tx.actor.id,
          performedAt: tx.now,
        },
      })
    return { status, outcome, subject }
  })
}

const findPerformed = async (
  tx: Transaction,
  idempotencyKey: string,
): Promise<ActionOutcome | undefined> => {
  const row = await tx.db.performedAction.findFirst({
    where: { tenantId: tx.tenantId, idempotencyKey },
  })
  if (!row) return undefined
  const { status, outcome, subjectType, subjectId } = row
  return {
    status: status as ActionOutcome['status'],
    outcome,
    subject: subjectId === null ? null : { type: subjectType as Entity, id: subjectId },
  }
}
