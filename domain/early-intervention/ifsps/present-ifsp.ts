import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { changeOne } from '../programs/change-program.ts'
import { milestoneRecorded } from '../programs/record-early-intervention-milestone.ts'
import { askFamily } from './ask-family.ts'
import { ifspHash } from './ifsp-hash.ts'
import { ifspMoves } from './moves.ts'
import { findSignedIfsp, wholePlan } from './queries.ts'
import { ifspRecord } from './record.ts'
import { MEETINGS, type IfspKind } from './names.ts'
import { assertComplete, assertConcurred, changedParts } from './rules.ts'
import type { IfspRow } from './schemas.ts'

/**
 * Freezes a draft and asks for the signatures. Its meeting is recorded as a milestone, unless the program has it
 * already.
 */
export const presentIfsp = (ctx: Context, { ask, ...ref }: RecordRef & { ask: boolean }) =>
  moveRecord(ctx, ref, ifspRecord, ifspMoves, 'present', {
    fields: async (before, tx) => {
      const plan = wholePlan(before)
      assertComplete(plan)
      assertConcurred(plan)
      const signed = await findSignedIfsp(tx, before.programId)
      return {
        services: jsonArray(plan.services),
        coordinatorId: plan.coordinatorId,
        changes: changedParts(signed ? wholePlan(signed) : undefined, plan),
        contentHash: ifspHash(before, plan),
        presentedAt: tx.now,
        ...(ask && { askedAt: tx.now }),
      }
    },
    effects: async (tx, after) => {
      await recordMeeting(tx, after)
      if (ask) await askFamily(tx, after)
    },
  })

/** The clocks count meetings, so the plan and the program must agree on the day. */
const recordMeeting = async (tx: Transaction, row: IfspRow): Promise<void> => {
  const kind = MEETINGS[row.kind as IfspKind]
  const occurredOn = dateText(row.meetingOn)
  const where = { tenantId: tx.tenantId, id: row.programId }
  const { milestones } = await tx.db.earlyInterventionProgram.findFirstOrThrow({ where })
  const met = (milestones as { kind: string; occurredOn: string }[]).filter(
    (it) => it.kind === kind,
  )
  if (met.some((it) => it.occurredOn === occurredOn)) return
  const [initial] = kind === 'IFSP' ? met : []
  if (initial)
    throw invalid(
      'meetingOn',
      'not_allowed',
      `The program has its IFSP meeting on ${initial.occurredOn}. Change meetingOn, or correct the milestone.`,
    )
  await changeOne(tx, { id: row.programId }, (program) =>
    milestoneRecorded(tx, program, { kind, occurredOn }),
  )
}
