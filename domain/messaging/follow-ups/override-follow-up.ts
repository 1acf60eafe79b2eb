import type { Context } from '#platform/core/context/context.ts'
import { DomainError, notFound } from '#platform/core/errors/errors.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { inTenant, type RecordRef } from '#platform/core/records/record-ref.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { named } from '#platform/core/context/registry.ts'
import { permissionFor } from './permission-for.ts'
import { include, loadFollowUp } from './queries.ts'
import { toFollowUp, type FollowUp, type FollowUpRow } from './schemas.ts'

/** A step of a follow-up that an operator names. */
export interface OverriddenStep extends RecordRef {
  step: string
}

/**
 * An operator's change of a follow-up: lock, If-Match, rule, write, audit. Then its workflow is woken to plan
 * again. The change takes effect immediately, even while Temporal is unavailable.
 */
export const overrideFollowUp = (
  ctx: Context,
  { id, version }: RecordRef,
  decide: (tx: Transaction, followUp: FollowUpRow) => Promise<void>,
): Promise<FollowUp> =>
  transact(ctx, 'follow-ups:write', async (tx) => {
    await tx.sql(LOCK, [tx.tenantId, id])
    const before = await loadFollowUp(tx, id)
    authorize(tx.actor, permissionFor(tx, before.kind, 'write'))
    assertVersion(before, version)
    await decide(tx, before)
    await tx.sql(TOUCH, [tx.tenantId, id, tx.now])
    const after = (await tx.db.followUp.findFirst({ where: inTenant(tx, id), include }))!
    tx.changed({ type: 'followUp', id }, auditedState(before), auditedState(after))
    tx.wake(named(tx.platform.registry.workflows, before.kind), before.subjectId)
    return toFollowUp(after)
  })

/** The state that the audit trail compares: the follow-up, and its steps by name. */
const auditedState = ({ status, waitingOn, nextStepAt, steps }: FollowUpRow) => ({
  status,
  waitingOn,
  nextStepAt,
  ...Object.fromEntries(
    steps.map((it) => [
      it.step,
      {
        status: it.status,
        runNowAt: utcOrNull(it.runNowAt),
        actionRequired: it.actionRequired,
        assigneeId: it.assigneeId,
      },
    ]),
  ),
})

export const stepNamed = ({ steps }: FollowUpRow, name: string) => {
  const step = steps.find((other) => other.step === name)
  if (!step) throw notFound('step of this follow-up')
  return step
}

/** The step, if the verb is allowed for it: a future step or, to run it again, a step that needs attention. */
export const stepFor = (followUp: FollowUpRow, name: string, verb: 'skip' | 'run-now') => {
  const step = stepNamed(followUp, name)
  const { status, actionRequired } = step
  if (status === 'SCHEDULED' || (verb === 'run-now' && actionRequired !== null)) return step
  throw new DomainError(
    'invalid_transition',
    `The step is ${status}, so '${verb}' is not possible.`,
    {
      extra: { status, allowed: [] },
    },
  )
}

const LOCK = 'SELECT 1 FROM follow_ups WHERE tenant_id = $1 AND id = $2 FOR UPDATE'

const TOUCH =
  'UPDATE follow_ups SET updated_at = $3, version = version + 1 WHERE tenant_id = $1 AND id = $2'
