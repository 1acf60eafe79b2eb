import { endAssessmentSchedule } from '#clinical/assessment-schedules/end-assessment-schedule.ts'
import { waiveAssessment } from '#clinical/assessments/waive-assessment.ts'
import { cancelFormResponse } from '#clinical/form-responses/cancel-form-response.ts'
import { reviewGoal } from '#clinical/goals/assess-goal.ts'
import { loadGoal } from '#clinical/goals/queries.ts'
import { holdGoal } from '#clinical/goals/hold-goal.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import type { MessageOutlook } from '#messaging/messages/outlook-schemas.ts'
import { scheduledSteps } from '#messaging/follow-ups/queries.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { closeTreatmentCycle } from '#receivables/treatment-cycles/close-treatment-cycle.ts'
import { cancelAppointment } from '#scheduling/appointments/cancel-appointment.ts'
import { cancelGroupWaitlistEntry } from '#scheduling/group-appointments/cancel-group-waitlist-entry.ts'
import { releaseHold } from '#scheduling/holds/release-hold.ts'
import { endSeries } from '#scheduling/series/end-series.ts'
import { cancelWaitlistEntry } from '#scheduling/waitlist/cancel-waitlist-entry.ts'
import type { ItemKind } from './rules.ts'
import type { ItemFacts } from './schemas.ts'

/** How the items of a discharge end. */
export interface Ending {
  reason: string
  endsAt: Date
  /** The day on which programs are closed. */
  closedOn: string
}

/** What became of an item: facts for the record, and who is told. */
export interface EndedItem {
  facts: Partial<ItemFacts>
  messages: readonly MessageOutlook[]
  stopped: readonly { step: string; dueAt: string }[]
}

type End = (tx: Transaction, id: string, ending: Ending) => Promise<unknown>

/** Each kind ends by its ordinary verb, so that its rules, events and follow-ups apply. The others are kept. */
const ENDS: Readonly<Partial<Record<Exclude<ItemKind, 'APPOINTMENT'>, End>>> = {
  WAITLIST_ENTRY: (tx, id) => cancelWaitlistEntry(tx, { id }),
  GROUP_WAITLIST_ENTRY: (tx, id) => cancelGroupWaitlistEntry(tx, { id }),
  HOLD: (tx, id) => releaseHold(tx, { id }),
  SERIES: (tx, id, { reason, endsAt }) => endSeries(tx, { id, reason, endsAt }),
  PROGRAM: (tx, id, { reason, closedOn }) => closeProgram(tx, { id, reason, closedOn }),
  TREATMENT_CYCLE: (tx, id, { reason }) => closeTreatmentCycle(tx, { id, reason }),
  FORM_RESPONSE: (tx, id, { reason }) => cancelFormResponse(tx, { id, reason }),
  ASSESSMENT_SCHEDULE: (tx, id, { reason }) => endAssessmentSchedule(tx, { id, reason }),
  ASSESSMENT: (tx, id, { reason }) => waiveAssessment(tx, { id, reason }),
  GOAL: async (tx, id) => {
    await holdGoal(tx, { id })
    // Nobody is asked about a goal that nobody works on.
    await reviewGoal(tx, await loadGoal(tx, id), undefined)
  },
}

/** Ends one item, in the caller's transaction. */
export const endItem = async (
  tx: Transaction,
  { kind, recordId }: { kind: ItemKind; recordId: string },
  ending: Ending,
): Promise<EndedItem> => {
  if (kind === 'APPOINTMENT') return cancelVisit(tx, recordId, ending)
  const stopped = await scheduledSteps(tx, recordId)
  await ENDS[kind]?.(tx, recordId, ending)
  return { facts: {}, messages: [], stopped }
}

const cancelVisit = async (tx: Transaction, id: string, { reason }: Ending): Promise<EndedItem> => {
  const { fee, consequences, messages, followUpsStopped } = await cancelAppointment(tx, {
    id,
    initiator: 'ORGANIZATION',
    reason,
  })
  return { facts: { fee, consequences }, messages, stopped: followUpsStopped }
}
