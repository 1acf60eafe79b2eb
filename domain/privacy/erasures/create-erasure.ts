import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertUnmerged } from '#people/children/rules.ts'
import { findNamed, personOf } from '#people/persons/named-person.ts'
import { findBlockers } from './find-blockers.ts'
import { loadPerson } from '#people/persons/person.ts'
import { planOf, retentionOf } from './plan.ts'
import { assertNothingOpen } from './rules.ts'
import { showErasure } from './queries.ts'
import { toErasure, type CreateErasure, type ErasurePlan } from './schemas.ts'
import { stepsFor } from './step.ts'
import { erasureEvents } from './events.ts'
import { erasureApprovalWorkflow } from './workflows.ts'

/**
 * Requests the erasure of a person, which a second user must approve. Archived people can be erased too. For a
 * merged child, the surviving record is named and both are erased.
 */
export const createErasure = (
  ctx: Context,
  { dryRun = false, ...input }: CreateErasure & { dryRun?: boolean },
): Promise<ErasurePlan> =>
  transact(ctx, 'erasures:write', async (tx) => {
    const { childId = null, clientId = null, reason, requester = null, graceDays } = input
    const named = { childId, clientId }
    const child = await findNamed(tx, named)
    if (child) assertUnmerged(child)
    const person = await loadPerson(tx, named)
    const blockers = await findBlockers(tx, person)
    const plan = { retention: await retentionOf(tx, person), records: await planOf(tx, person) }
    const row = {
      ...UNTOUCHED,
      ...freshRecord(tx, newId('erasure')),
      ...named,
      reason,
      requester,
      createdBy: tx.actor.id,
      graceDays,
      stepsTotal: stepsFor(person.kind).length,
      version: 1,
    }
    if (dryRun) {
      tx.did(personOf(named), { dryRun })
      return { ...toErasure(row), ...plan, id: null, blockers, dryRun }
    }
    assertNothingOpen(blockers)
    await tx.db.erasure.create({ data: row })
    const { id, status } = row
    const subject = { type: 'erasure', id } as const
    tx.created(subject, { ...named, status, graceDays, reason, requester })
    tx.emit(erasureEvents['erasure.requested'], subject, { erasureId: id, ...named })
    tx.start(erasureApprovalWorkflow, id)
    return { ...(await showErasure(row, tx)), ...plan, dryRun }
  })

/** The state of an erasure that has not been decided. */
const UNTOUCHED = {
  status: 'AWAITING_APPROVAL' as const,
  approvedBy: null,
  approvedAt: null,
  approvedAlone: false,
  startsAt: null,
  startedAt: null,
  retentionEndsAt: null,
  completedAt: null,
  cancelledAt: null,
  stepsDone: 0,
  erased: {},
  retained: [],
  blockers: [],
  recordIds: [],
}
