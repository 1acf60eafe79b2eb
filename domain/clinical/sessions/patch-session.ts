import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { assertParticipants, writeParticipants } from './write-participants.ts'
import { assertGoals, writeGoals } from './write-goals.ts'
import { assertUnsigned } from './assert-unsigned.ts'
import { loadBilling } from './queries.ts'
import { recountCycles } from '#receivables/treatment-cycles/recount-cycles.ts'
import { sessionRecord } from './record.ts'
import { assertSessionTimes, lockedMembers } from './rules.ts'
import type { PatchSession } from './schemas.ts'
import { isPlacing, placingOf } from '#organization/services/places-of-service.ts'
import { billableUnits } from '#organization/services/billable-units.ts'
import { sessionFollowUpWorkflow } from './workflows.ts'

/** Changes a session; after a note is signed, only its billing data. */
export const patchSession = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchSession },
) =>
  changeRecord(ctx, ref, sessionRecord, {
    fields: async (before, tx) => {
      await assertUnsigned(tx, before.id, lockedMembers(patch, before))
      const { participants, goalIds, billableUnits: byHand, ...fields } = patch
      const after = { ...before, ...fields }
      assertSessionTimes(after, tx.now)
      if (fields.serviceId !== before.serviceId)
        await assertReferences(tx, 'service', { serviceId: fields.serviceId })
      if (participants) {
        await assertParticipants(tx, participants, before)
        await writeParticipants(tx, before.id, participants)
      }
      if (goalIds) {
        await assertGoals(tx, goalIds, before)
        await writeGoals(tx, before.id, goalIds)
      }
      const units = byHand === undefined && before.unitsManual ? before.billableUnits : byHand
      return {
        ...fields,
        ...(isPlacing(patch) && placingOf(before, patch)),
        billableUnits: units ?? billableUnits(after, await loadBilling(tx, after.serviceId)),
        unitsManual: (units ?? null) !== null,
      }
    },
    effects: async (tx, after, before) => {
      await recountCycles(tx, after.childId)
      const awaits = ({ endedAt, attendance }: typeof after) =>
        `${endedAt?.getTime()} ${attendance}`
      if (after.appointmentId === null && awaits(after) !== awaits(before))
        tx.wake(sessionFollowUpWorkflow, after.id)
    },
  })
