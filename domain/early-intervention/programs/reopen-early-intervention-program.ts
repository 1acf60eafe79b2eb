import { assertChildInCare } from '#people/children/assert-child-in-care.ts'
import { assertMayGiveSight } from '#platform/core/access/assert-may-give-sight.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { changeOne, doneOrRehearsed, type ProgramRef } from './change-program.ts'
import { earlyInterventionEvents, programFacts } from './events.ts'
import type { ProgramOutcome } from './moved-deadlines.ts'

/**
 * Reopens a program that was closed by mistake, with the clocks that it would have had. If an eligibility
 * decision closed it, the decision is withdrawn too. Its coordinator sees the child again.
 */
export const reopenEarlyInterventionProgram = (
  ctx: Context,
  { dryRun = false, ...ref }: ProgramRef,
): Promise<ProgramOutcome> =>
  transact(ctx, 'early-intervention:write', (tx) =>
    doneOrRehearsed(tx, { id: ref.id, dryRun }, () =>
      changeOne(
        tx,
        ref,
        async ({ row, milestones }) => {
          if (row.serviceCoordinatorId !== null) await assertMayGiveSight(tx)
          await assertNoneRunning(tx, row.childId)
          await assertChildInCare(tx, row.childId)
          const kept = milestones.filter((it) => it.kind !== 'EXIT' && !it.notEligible)
          tx.emit(
            earlyInterventionEvents['program.reopened'],
            { type: 'program', id: row.id },
            programFacts(row),
          )
          return {
            status: 'ACTIVE',
            closedOn: null,
            closeReason: null,
            milestones: jsonArray(kept),
          }
        },
        'CLOSED',
      ),
    ),
  )

/** Locks the child, as starting a program does, so that one of two simultaneous calls is refused. */
const assertNoneRunning = async (tx: Transaction, childId: string): Promise<void> => {
  await tx.sql('SELECT 1 FROM children WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
    tx.tenantId,
    childId,
  ])
  const running = await tx.db.earlyInterventionProgram.findFirst({
    where: { tenantId: tx.tenantId, childId, status: 'ACTIVE' },
  })
  if (!running) return
  throw new DomainError(
    'program_running',
    `The child already has a running program, ${running.id}. Close that program first.`,
  )
}
