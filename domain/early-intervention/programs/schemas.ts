import { z } from 'zod'
import { growing } from '#platform/core/growing.ts'
import type {
  EarlyInterventionProgram,
  ProgramDeadline as DeadlineModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { fromJson } from '#platform/core/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { calendarDate, dateText } from '#platform/core/time.ts'
import { MILESTONES, statusOf } from '../clocks/rules.ts'

const DEFAULT_CHECK_IN_DAYS = 30
const MILESTONE_KINDS = MILESTONES.filter((kind) => kind !== 'EXIT')

const date = (example: string) => calendarDate().meta({ example })

const members = {
  serviceCoordinatorId: idOf('provider')
    .nullable()
    .meta({ description: 'Who is told of deadlines and of answers that worry.' }),
  clockSetId: idOf('clockSet')
    .nullable()
    .meta({ description: 'Null: the clocks of IDEA Part C.', example: null }),
  referralReceivedOn: date('2026-10-05').meta({
    description: 'Day of the referral, as YYYY-MM-DD. Its clocks count from it.',
  }),
  checkInEveryDays: z
    .int()
    .min(7)
    .max(366)
    .meta({ description: 'How often guardians are asked how it goes.', example: 30 }),
  questionSetId: idOf('familyCheckInQuestionSet')
    .nullable()
    .meta({ description: 'What they are asked. Null: three plain questions.', example: null }),
}

const declinedByFamily = z.literal(true).exactOptional().meta({
  description: 'It did not take place: of TRANSITION_CONFERENCE and LEA_NOTIFICATION.',
})

const Milestone = z
  .strictObject({
    kind: z.enum(MILESTONES).meta({ description: 'What was reached.', example: 'IFSP' }),
    occurredOn: date('2026-11-10').meta({
      description: 'Day on which it was reached, as YYYY-MM-DD.',
    }),
    consentId: idOf('consent')
      .exactOptional()
      .meta({ description: 'Of CONSENT, where there is a record of it.' }),
    declinedByFamily,
  })
  .meta({ id: 'Milestone' })

const delayMembers = {
  startsOn: date('2026-10-20').meta({ description: 'The first day that does not count.' }),
  reason: z.enum(['FAMILY_UNAVAILABLE', 'CONSENT_NOT_GIVEN']).meta({
    description: 'The two of 34 CFR 303.310(b).',
    example: 'FAMILY_UNAVAILABLE',
  }),
  note: prose(2_000)
    .min(1)
    .meta({ description: 'What documents it.', example: 'In hospital until further notice.' }),
}
const endsOn = date('2026-10-27').meta({
  description: 'The last day that does not count, as YYYY-MM-DD.',
})

const Delay = z
  .strictObject({
    ...delayMembers,
    endsOn: endsOn.nullable().meta({ description: 'The last such day; null while it lasts.' }),
  })
  .meta({ id: 'ProgramDelay' })

const Status = z.enum(['ON_TRACK', 'AT_RISK', 'MISSED', 'PAUSED'])

const deadlineMembers = {
  clock: z
    .string()
    .meta({ description: 'Name of the clock whose deadline it is.', example: 'ifsp' }),
  status: Status.meta({ description: 'Where the deadline stands today.', example: 'AT_RISK' }),
  dueOn: date('2026-11-27').meta({
    description: 'The last day in time. While paused: what it would be without the delay.',
  }),
  warnOn: date('2026-11-12').meta({ description: 'At risk from this day on.' }),
  awaitedMilestone: z
    .enum(MILESTONES)
    .meta({ description: 'Milestone that meets the deadline.', example: 'IFSP' }),
  startsOn: date('2026-10-05').meta({ description: 'Day 0 of the clock, as YYYY-MM-DD.' }),
  delayedDays: z
    .int()
    .meta({ description: 'Days of documented delays that do not count.', example: 8 }),
}

export const Deadline = z.strictObject(deadlineMembers).meta({ id: 'ProgramDeadline' })

export const Program = resourceSchema('EarlyInterventionProgram', {
  id: idOf('program'),
  childId: idOf('child'),
  ...members,
  status: z.enum(['ACTIVE', 'CLOSED']).meta({ description: 'Whether the program runs.' }),
  milestones: z.array(Milestone).meta({ description: 'What was reached, in the order of days.' }),
  delays: z.array(Delay).meta({ description: 'Documented delays whose days do not count.' }),
  deadlines: z.array(Deadline).meta({ description: 'What its clocks say today.' }),
  closedOn: calendarDate().nullable().meta({
    description: 'Day on which it was closed, as YYYY-MM-DD; null while it runs.',
    example: null,
  }),
  closeReason: z
    .string()
    .nullable()
    .meta({ description: 'Why it was closed; null when no reason was given.', example: null }),
  ...recordMembers,
})
export type Program = z.infer<typeof Program>

export const StartProgram = z
  .strictObject({
    childId: idOf('child'),
    referralReceivedOn: members.referralReceivedOn,
    serviceCoordinatorId: members.serviceCoordinatorId.default(null),
    clockSetId: members.clockSetId.default(null),
    checkInEveryDays: members.checkInEveryDays.default(DEFAULT_CHECK_IN_DAYS),
    questionSetId: members.questionSetId.default(null),
  })
  .meta({
    id: 'StartEarlyInterventionProgram',
    example: { childId: exampleId('child'), referralReceivedOn: '2026-10-05' },
  })
export type StartProgram = z.infer<typeof StartProgram>

export const PatchProgram = z
  .strictObject({
    referralReceivedOn: members.referralReceivedOn.exactOptional(),
    serviceCoordinatorId: members.serviceCoordinatorId.exactOptional(),
    clockSetId: members.clockSetId.exactOptional(),
    checkInEveryDays: members.checkInEveryDays.exactOptional(),
    questionSetId: members.questionSetId.exactOptional(),
  })
  .meta({ id: 'PatchEarlyInterventionProgram', example: { checkInEveryDays: 14 } })
export type PatchProgram = z.infer<typeof PatchProgram>

export const RecordMilestone = z
  .strictObject({
    kind: z.enum(MILESTONE_KINDS).meta({ description: 'What was reached.', example: 'IFSP' }),
    occurredOn: date('2026-11-10').meta({
      description: 'Day on which it was reached, as YYYY-MM-DD.',
    }),
    consentId: idOf('consent').exactOptional().meta({
      description:
        "Of CONSENT: the child's consent of that day. Without it, the consent to treatment of that day, if there is one, is named.",
    }),
    declinedByFamily,
  })
  .meta({ id: 'RecordMilestone', example: { kind: 'IFSP', occurredOn: '2026-11-10' } })
export type RecordMilestone = z.infer<typeof RecordMilestone>

/** Which of the recorded ones. */
export const WithdrawMilestone = RecordMilestone.omit({
  consentId: true,
  declinedByFamily: true,
}).meta({
  id: 'WithdrawMilestone',
  example: { kind: 'IFSP', occurredOn: '2026-11-10' },
})
export type WithdrawMilestone = z.infer<typeof WithdrawMilestone>

export const AddDelay = z
  .strictObject({
    ...delayMembers,
    endsOn: endsOn.exactOptional().meta({
      description:
        'The last day that does not count, as YYYY-MM-DD. Leave out while the delay lasts.',
    }),
  })
  .meta({
    id: 'AddProgramDelay',
    example: { startsOn: '2026-10-20', reason: 'FAMILY_UNAVAILABLE', note: 'In hospital.' },
  })
export type AddDelay = z.infer<typeof AddDelay>

export const EndDelay = z
  .strictObject({ endsOn })
  .meta({ id: 'EndProgramDelay', example: { endsOn: '2026-10-27' } })
export type EndDelay = z.infer<typeof EndDelay>

export const CloseProgram = z
  .strictObject({
    closedOn: date('2026-11-20').meta({
      description: 'Day on which the child left the program, as YYYY-MM-DD.',
    }),
    reason: line(200).exactOptional().meta({ description: 'Why the program ends.' }),
  })
  .meta({ id: 'CloseProgram', example: { closedOn: '2026-11-20', reason: 'Moved away' } })
export type CloseProgram = z.infer<typeof CloseProgram>

/** A deadline on the dashboard, and why it is listed. */
export const DeadlineAtRisk = resourceSchema('DeadlineAtRisk', {
  id: idOf('programDeadline'),
  programId: idOf('program'),
  childId: idOf('child'),
  serviceCoordinatorId: idOf('provider').nullable(),
  ...deadlineMembers,
  daysLeft: z.int().meta({ description: 'Negative when it was missed.', example: 6 }),
  source: z.string().meta({ description: 'The rule it comes from.', example: '34 CFR 303.310(a)' }),
  reasons: z
    .array(
      growing(
        z.enum([
          'milestone_missing',
          'already_past_when_started',
          'delay_open',
          'no_coordinator',
          'worrying_answer_unseen',
        ]),
      ),
    )
    .meta({ description: 'Why it is at risk.', example: ['milestone_missing'] }),
  updatedAt: recordMembers.updatedAt,
})
export type DeadlineAtRisk = z.infer<typeof DeadlineAtRisk>

export const toDeadline = (row: DeadlineModel, today: string): z.infer<typeof Deadline> => {
  const dates = {
    dueOn: dateText(row.dueOn),
    warnOn: dateText(row.warnOn),
    startsOn: dateText(row.startsOn),
  }
  return {
    clock: row.clock,
    status: statusOf({ ...dates, paused: row.paused }, today),
    ...dates,
    awaitedMilestone: row.awaitedMilestone as (typeof MILESTONES)[number],
    delayedDays: row.delayedDays,
  }
}

export type ProgramRow = EarlyInterventionProgram & { deadlines: DeadlineModel[] }

export const toProgram = (row: ProgramRow, today: string): Program => ({
  id: row.id,
  childId: row.childId,
  serviceCoordinatorId: row.serviceCoordinatorId,
  clockSetId: row.clockSetId,
  referralReceivedOn: dateText(row.referralReceivedOn),
  checkInEveryDays: row.checkInEveryDays,
  questionSetId: row.questionSetId,
  status: row.status,
  milestones: fromJson(Program.shape.milestones, row.milestones),
  delays: fromJson(Program.shape.delays, row.delays),
  deadlines: row.deadlines.map((deadline) => toDeadline(deadline, today)),
  closedOn: row.closedOn && dateText(row.closedOn),
  closeReason: row.closeReason,
  ...recordOf(row),
})
