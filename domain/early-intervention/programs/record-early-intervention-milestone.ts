import type { Context } from '#platform/core/context/context.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { IDEA_PART_C } from '../clocks/idea-part-c.ts'
import { earliestOf, isOfLateReferral } from '../clocks/rules.ts'
import { assertConsented } from './assert-consented.ts'
import { consentsForMilestone } from './consent-rules.ts'
import { changeProgram, type ProgramRef, type ProgramState } from './change-program.ts'
import { earlyInterventionEvents, programFacts } from './events.ts'
import { lockProgramDates } from './recalculate-deadlines.ts'
import { withConsent } from './with-consent.ts'
import { closedBy } from './close-program.ts'
import {
  assertEligibility,
  assertSharing,
  assertInterim,
  assertReachable,
  assertWithin,
  withMilestone,
} from './rules.ts'
import type { RecordMilestone } from './schemas.ts'

const NOT_ELIGIBLE = 'The child is not eligible'

type Input = ProgramRef & { milestone: RecordMilestone }

/**
 * Records a milestone. Recording it again with another date is a correction, except that reviews and annual
 * meetings accumulate. A child who is not eligible leaves the program.
 */
export const recordEarlyInterventionMilestone = (ctx: Context, { milestone, ...ref }: Input) =>
  changeProgram(ctx, ref, (program, tx) => milestoneRecorded(tx, program, milestone))

/** The program's columns after a milestone, according to the milestone's rules. */
export const milestoneRecorded = async (
  tx: Transaction,
  { row, milestones, span, timeZone }: ProgramState,
  milestone: RecordMilestone,
) => {
  assertWithin('occurredOn', milestone.occurredOn, span)
  const dates = (await lockProgramDates(tx, row.id))!
  const clocks = dates.clocks ?? IDEA_PART_C
  const birthDate = dateText(dates.birthDate)
  const { kind, occurredOn } = milestone
  assertReachable(milestone, earliestOf(clocks, kind, birthDate))
  assertEligibility(milestone, span)
  assertInterim(milestone, { ...row, milestones })
  assertSharing(milestone)
  await assertConsented(
    tx,
    { childId: row.childId, timeZone },
    consentsForMilestone(milestone, {
      consentsRequired: row.consentsRequired,
      isOfLateReferral: isOfLateReferral(clocks, kind, {
        birthDate,
        referralReceivedOn: dateText(row.referralReceivedOn),
      }),
    }),
  )
  const reached = await withConsent(tx, { childId: row.childId, timeZone }, milestone)
  const after = withMilestone(milestones, reached)
  tx.emit(
    earlyInterventionEvents['program.milestone_recorded'],
    { type: 'program', id: row.id },
    { ...programFacts(row), milestone: kind, occurredOn },
  )
  if (!milestone.notEligible) return { milestones: jsonArray(after) }
  return closedBy(tx, row, { milestones: after, closedOn: occurredOn, reason: NOT_ELIGIBLE })
}
