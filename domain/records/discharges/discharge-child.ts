import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { outcomeOf } from './outcome-of.ts'
import { previewDischarge } from './preview-discharge.ts'
import { loadItems } from './queries.ts'
import { recordDischarge } from './record-discharge.ts'
import { toDischargeItem, type DischargeChild, type DischargeOutcome } from './schemas.ts'

/** A discharge ends records of many kinds, so it requires the permissions of their verbs. */
export const DISCHARGE_NEEDS = [
  'discharges:write',
  'children:read',
  'appointments:write',
  'holds:write',
  'early-intervention:write',
  'treatment-cycles:write',
  'form-responses:write',
  'assessment-schedules:write',
  'assessments:write',
  'goals:write',
  'tasks:write',
  'session-packages:read',
  'credits:read',
  'agents:read',
] as const

/** Discharges a child, or shows with `dryRun` what that would end. */
export const dischargeChild = (
  ctx: Context,
  { dryRun = false, ...input }: RecordRef & DischargeChild & { dryRun?: boolean },
): Promise<DischargeOutcome> =>
  transact(ctx, DISCHARGE_NEEDS, async (tx) => {
    if (dryRun) return previewDischarge(tx, input)
    const row = await recordDischarge(tx, input)
    return outcomeOf(tx, row, (await loadItems(tx, row.id)).map(toDischargeItem))
  })
