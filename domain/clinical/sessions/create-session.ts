import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertParticipants, writeParticipants } from './write-participants.ts'
import { assertGoals, writeGoals } from './write-goals.ts'
import { loadBilling, loadPlacing, loadWholeSession } from './queries.ts'
import { recountCycles } from '#receivables/treatment-cycles/recount-cycles.ts'
import { assertSessionTimes } from './rules.ts'
import { toSession, type CreateSession, type Session } from './schemas.ts'
import { placingOf } from '#organization/services/places-of-service.ts'
import { billableUnits } from '#organization/services/billable-units.ts'
import { sessionFollowUpWorkflow } from './workflows.ts'

/** Records an unscheduled session. For appointments, their own verbs open the session. */
export const createSession = (ctx: Context, input: CreateSession): Promise<Session> =>
  transact(ctx, 'sessions:write', async (tx) => {
    const { participants, goalIds, billableUnits: byHand, ...fields } = input
    const { childId, providerId, serviceId } = fields
    await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'provider', { providerId })
    await assertReferences(tx, 'service', { serviceId })
    assertSessionTimes(fields, tx.now)
    await assertParticipants(tx, participants, fields)
    await assertGoals(tx, goalIds, fields)
    const id = newId('session')
    await tx.db.session.create({
      data: {
        ...freshRecord(tx, id),
        ...fields,
        ...placingOf(await loadPlacing(tx, serviceId), fields),
        billableUnits: byHand ?? billableUnits(fields, await loadBilling(tx, serviceId)),
        unitsManual: byHand !== null,
      },
    })
    await writeParticipants(tx, id, participants)
    await writeGoals(tx, id, goalIds)
    const row = await loadWholeSession(tx, id)
    tx.created({ type: 'session', id }, row)
    if (row.endedAt) tx.wake(sessionFollowUpWorkflow, id)
    await recountCycles(tx, childId)
    return toSession(row)
  })
