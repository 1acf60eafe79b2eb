import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type {
  EarlyInterventionProgram,
  ProgramDeadline as DeadlineModel,
} from '#prisma/generated/client.ts'
import { LANGUAGES, type Language } from '#messaging/locales/languages.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { ATTEMPT_CHANNELS } from './rules.ts'
import { ExitOutcomes, OutcomeSummaries } from './outcome-summaries.ts'
import { IfspServices, IfspServicesInput } from './ifsp-services.ts'
import { calendarDate, dateText, dateTextOrNull } from '#platform/core/time/time.ts'
import { MILESTONES } from '#vocabulary/milestones.ts'
import { DELAY_CAUSES } from '../clocks/clock.ts'
import { daysUntil, DEADLINE_STATUSES, NOT_OWED_REASONS, statusOf } from '../clocks/rules.ts'

const DEFAULT_CHECK_IN_DAYS = 30
const DEFAULT_DELAY_QUESTION_DAYS = 14
const DEFAULT_ESCALATION_DAYS = 3
const MILESTONE_KINDS = MILESTONES.filter((kind) => kind !== 'EXIT')

const date = (example: string) => calendarDate().meta({ example })

const members = {
  serviceCoordinatorId: idOf('provider')
    .nullable()
    .meta({ description: 'Who is told of deadlines and of answers that raise concern.' }),
  clockSetId: idOf('clockSet')
    .nullable()
    .meta({ description: 'Null: the clocks of IDEA Part C.', example: null }),
  locationId: idOf('location').nullable().meta({
    description: 'Location of the program: days follow the date there. Null: the centre’s.',
    example: null,
  }),
  referralReceivedOn: date('2026-10-05').meta({
    description: 'Day of the referral, as YYYY-MM-DD. Its clocks count from it.',
  }),
  checkInEveryDays: z
    .int()
    .min(7)
    .max(366)
    .meta({ description: 'How often guardians get a check-in.', example: 30 }),
  delayQuestionEveryDays: z.int().min(1).max(90).meta({
    description:
      'How often the coordinator is asked whether a delay still lasts, counted from its start or the last attempt.',
    example: 14,
  }),
  checkInLanguage: z.enum(LANGUAGES).nullable().meta({
    description:
      'Language of check-ins with the family. Null: the centre’s. The centre’s own questions are in the language of their set.',
    example: null,
  }),
  escalateAfterDays: z.int().min(2).max(30).meta({
    description:
      'Days after which an unacknowledged answer that raises concern goes to the coordinator’s supervisor.',
    example: 3,
  }),
  consentsRequired: z.boolean().meta({
    description:
      'Whether evaluations, assessments and services can be recorded only with consent (`consent_missing` otherwise).',
    example: true,
  }),
  questionSetId: idOf('familyCheckInQuestionSet').nullable().meta({
    description: 'Question set of the check-ins. Null: three standard questions.',
    example: null,
  }),
}

const outcome = {
  declinedByFamily: z.literal(true).exactOptional().meta({
    description:
      'The family declined it: for FAMILY_ASSESSMENT, TRANSITION_CONFERENCE and LEA_NOTIFICATION.',
  }),
  notEligible: z.literal(true).exactOptional().meta({
    description: 'For ELIGIBILITY: the child is not eligible, which ends the program.',
  }),
  recordsShared: z.literal(true).exactOptional().meta({
    description:
      'For LEA_NOTIFICATION and TRANSITION_CONFERENCE: evaluations or the IFSP were sent, not only name, birth date and contact details. Requires consent to INFORMATION_EXCHANGE, as does any LEA_NOTIFICATION for a child referred fewer than 45 days before the third birthday.',
  }),
  noticeGivenOn: calendarDate().exactOptional().meta({
    description: 'With notEligible: when the parents received prior written notice of it.',
  }),
}

const Milestone = z
  .strictObject({
    kind: z.enum(MILESTONES).meta({ description: 'The milestone.', example: 'IFSP' }),
    occurredOn: date('2026-11-10').meta({
      description: 'Day on which it was reached, as YYYY-MM-DD.',
    }),
    consentId: idOf('consent')
      .exactOptional()
      .meta({ description: 'For CONSENT: its record, if there is one.' }),
    ...outcome,
  })
  .meta({ id: 'Milestone' })

const cause = z.enum(DELAY_CAUSES)

const attemptMembers = {
  attemptedOn: date('2026-10-21').meta({ description: 'Day of the attempt, as YYYY-MM-DD.' }),
  channel: z
    .enum(ATTEMPT_CHANNELS)
    .meta({ description: 'Means of the attempt.', example: 'PHONE' }),
  note: prose(2_000).min(1).exactOptional().meta({ description: 'Result.' }),
}
const Attempt = z.strictObject(attemptMembers).meta({ id: 'ProgramDelayAttempt' })

const delayMembers = {
  startsOn: date('2026-10-20').meta({ description: 'The first day that does not count.' }),
  cause: cause.meta({
    description:
      'Who caused it. Days of a delay by the FAMILY do not count; days by PROVIDER and SYSTEM do, and a deadline that they make late says so.',
    example: 'FAMILY',
  }),
  reason: z.enum(['FAMILY_UNAVAILABLE', 'CONSENT_NOT_GIVEN']).exactOptional().meta({
    description: 'For FAMILY: one of the two reasons of 34 CFR 303.310(b).',
    example: 'FAMILY_UNAVAILABLE',
  }),
  note: prose(2_000).min(1).meta({
    description: 'Documentation of the delay.',
    example: 'In hospital until further notice.',
  }),
  attempts: z.array(Attempt).max(100).meta({
    description:
      'Attempts to reach the family. CONSENT_NOT_GIVEN requires two on different days: 34 CFR 303.310(b)(2) asks for documented, repeated attempts.',
  }),
}
const endsOn = date('2026-10-27').meta({
  description: 'The last day that does not count, as YYYY-MM-DD.',
})

const Delay = z
  .strictObject({
    ...delayMembers,
    endsOn: endsOn
      .nullable()
      .meta({ description: 'The last day that does not count; null while the delay lasts.' }),
  })
  .meta({ id: 'ProgramDelay' })

const HandOver = z
  .strictObject({
    handedOverAt: z.iso.datetime().meta({
      description: 'When, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    fromProviderId: idOf('provider'),
    toProviderId: idOf('provider'),
    note: z.string().nullable().meta({
      description: 'Information for the next coordinator, if any.',
      example: 'The family prefers calls after 17:00.',
    }),
  })
  .meta({ id: 'ProgramHandOver' })
export const HandOvers = z.array(HandOver)

const deadlineMembers = {
  clock: z
    .string()
    .meta({ description: 'Name of the clock whose deadline it is.', example: 'ifsp' }),
  ifspService: z.string().nullable().meta({
    description: 'Key of the service that it concerns; null for none.',
    example: null,
  }),
  period: z.int().meta({
    description: 'For a repeating clock: first, second and so on; otherwise 1.',
    example: 1,
  }),
  status: z.enum(DEADLINE_STATUSES).meta({
    description:
      'Status of the deadline today: ON_TRACK, AT_RISK, MISSED or PAUSED while it runs; MET or MET_LATE; NOT_MET when the program was closed and it was overdue; NOT_OWED.',
    example: 'AT_RISK',
  }),
  notOwedReason: z.enum(NOT_OWED_REASONS).nullable().meta({
    description:
      'Why it is not owed: the referral came too late, the eligibility may be decided after `dueOn` and is not yet (ELIGIBILITY_PENDING: it is owed by that day if the child is found eligible by then, else as soon as possible), it would fall after the third birthday, the family declined, the child is not eligible, or the service or program ended before it was due. Null otherwise.',
    example: null,
  }),
  notBeforeOn: calendarDate().nullable().meta({
    description: 'The first day on which its milestone may be reached; null for any day.',
    example: null,
  }),
  dueOn: date('2026-11-27').meta({
    description:
      'The due day. While paused: as it would be without the delay. If not owed: as it would have been.',
  }),
  undelayedDueOn: date('2026-11-19').meta({
    description: 'The due day without any documented delay.',
  }),
  metOn: calendarDate().nullable().meta({
    description: 'Day on which it was met, as YYYY-MM-DD; null before.',
    example: null,
  }),
  lateCause: cause.nullable().meta({
    description:
      'The documented cause of being late: FAMILY if it had a delay on the due day, otherwise the cause of the last delay. Null if none is documented.',
    example: null,
  }),
  daysLate: z.int().meta({
    description: 'Days after dueOn on which it was met; 0 if in time, and before.',
    example: 0,
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
  status: z.enum(['ACTIVE', 'CLOSED']).meta({ description: 'Whether the program is running.' }),
  milestones: z.array(Milestone).meta({ description: 'Milestones, in the order of days.' }),
  delays: z.array(Delay).meta({ description: 'Documented delays whose days do not count.' }),
  ifspServices: IfspServices.meta({ description: 'The services of the IFSP.' }),
  handOvers: HandOvers.meta({ description: 'From coordinator to coordinator, the oldest first.' }),
  outcomeSummaries: OutcomeSummaries.meta({
    description: 'Ratings of the three child outcomes at entry and at exit.',
  }),
  deadlines: z.array(Deadline).meta({
    description: 'Current and past deadlines of its clocks; a met deadline stays.',
  }),
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
    locationId: members.locationId
      .exactOptional()
      .meta({ description: 'Location of the program. Default: the child’s.' }),
    checkInEveryDays: members.checkInEveryDays.default(DEFAULT_CHECK_IN_DAYS),
    delayQuestionEveryDays: members.delayQuestionEveryDays.default(DEFAULT_DELAY_QUESTION_DAYS),
    checkInLanguage: members.checkInLanguage.default(null),
    escalateAfterDays: members.escalateAfterDays.default(DEFAULT_ESCALATION_DAYS),
    consentsRequired: members.consentsRequired.default(false),
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
    ifspServices: IfspServicesInput.exactOptional(),
    locationId: members.locationId.exactOptional(),
    checkInEveryDays: members.checkInEveryDays.exactOptional(),
    delayQuestionEveryDays: members.delayQuestionEveryDays.exactOptional(),
    checkInLanguage: members.checkInLanguage.exactOptional(),
    escalateAfterDays: members.escalateAfterDays.exactOptional(),
    consentsRequired: members.consentsRequired.exactOptional(),
    questionSetId: members.questionSetId.exactOptional(),
  })
  .meta({ id: 'PatchEarlyInterventionProgram', example: { checkInEveryDays: 14 } })
export type PatchProgram = z.infer<typeof PatchProgram>

export const RecordMilestone = z
  .strictObject({
    kind: z.enum(MILESTONE_KINDS).meta({ description: 'The milestone.', example: 'IFSP' }),
    occurredOn: date('2026-11-10').meta({
      description: 'Day on which it was reached, as YYYY-MM-DD.',
    }),
    consentId: idOf('consent').exactOptional().meta({
      description:
        "For CONSENT: the child's consent of that day. Default: the consent to treatment of that day, if there is one.",
    }),
    ...outcome,
  })
  .meta({ id: 'RecordMilestone', example: { kind: 'IFSP', occurredOn: '2026-11-10' } })
export type RecordMilestone = z.infer<typeof RecordMilestone>

/** Selects a recorded milestone. */
export const WithdrawMilestone = RecordMilestone.omit({
  consentId: true,
  declinedByFamily: true,
  notEligible: true,
  noticeGivenOn: true,
  recordsShared: true,
}).meta({
  id: 'WithdrawMilestone',
  example: { kind: 'IFSP', occurredOn: '2026-11-10' },
})
export type WithdrawMilestone = z.infer<typeof WithdrawMilestone>

export const CorrectMilestone = z
  .strictObject({
    ...WithdrawMilestone.shape,
    correctOccurredOn: calendarDate().exactOptional().meta({
      description: 'The day on which it was reached. Default: the day on record.',
      example: '2026-11-03',
    }),
    programId: idOf('program')
      .exactOptional()
      .meta({ description: 'The program in which it was reached. Default: this one.' }),
  })
  .meta({
    id: 'CorrectMilestone',
    example: { kind: 'IFSP', occurredOn: '2026-11-10', correctOccurredOn: '2026-11-03' },
  })
export type CorrectMilestone = z.infer<typeof CorrectMilestone>

export const CorrectBirthDate = z
  .strictObject({
    birthDate: calendarDate().meta({
      description: "The child's birth date, as YYYY-MM-DD. It must not be after the referral.",
      example: '2025-04-30',
    }),
  })
  .meta({ id: 'CorrectBirthDate', example: { birthDate: '2025-04-30' } })
export type CorrectBirthDate = z.infer<typeof CorrectBirthDate>

export const AddDelay = z
  .strictObject({
    ...delayMembers,
    cause: delayMembers.cause.default('FAMILY'),
    attempts: delayMembers.attempts.default([]),
    endsOn: endsOn.exactOptional().meta({
      description:
        'The last day that does not count, as YYYY-MM-DD. Omit it while the delay lasts.',
    }),
  })
  .meta({
    id: 'AddProgramDelay',
    example: { startsOn: '2026-10-20', reason: 'FAMILY_UNAVAILABLE', note: 'In hospital.' },
  })
export type AddDelay = z.infer<typeof AddDelay>

const ofCause = cause
  .default('FAMILY')
  .meta({ description: 'Cause of the current delay.', example: 'FAMILY' })

export const AddAttempt = z
  .strictObject({ cause: ofCause, ...attemptMembers })
  .meta({ id: 'AddProgramDelayAttempt', example: { attemptedOn: '2026-10-21', channel: 'PHONE' } })
export type AddAttempt = z.infer<typeof AddAttempt>

export const EndDelay = z
  .strictObject({ cause: ofCause, endsOn })
  .meta({ id: 'EndProgramDelay', example: { endsOn: '2026-10-27' } })
export type EndDelay = z.infer<typeof EndDelay>

export const CloseProgram = z
  .strictObject({
    closedOn: date('2026-11-20').meta({
      description: 'Day on which the child left the program, as YYYY-MM-DD.',
    }),
    reason: line(200).exactOptional().meta({ description: 'Why the program ends.' }),
    exitOutcomes: ExitOutcomes.exactOptional().meta({
      description: 'Ratings at EXIT, recorded with it. You can also record them before or later.',
    }),
  })
  .meta({ id: 'CloseProgram', example: { closedOn: '2026-11-20', reason: 'Moved away' } })
export type CloseProgram = z.infer<typeof CloseProgram>

/** A deadline on the dashboard, with the reason why it is listed. */
export const DeadlineAtRisk = resourceSchema('DeadlineAtRisk', {
  id: idOf('programDeadline'),
  programId: idOf('program'),
  childId: idOf('child'),
  serviceCoordinatorId: idOf('provider').nullable(),
  ...deadlineMembers,
  locationId: idOf('location').nullable().meta({ description: 'Where the program is.' }),
  daysLeft: z.int().nullable().meta({
    description: 'Days until dueOn, negative if it was missed; null if it is no longer running.',
    example: 6,
  }),
  source: z
    .string()
    .meta({ description: 'The legal source of the rule.', example: '34 CFR 303.310(a)' }),
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

export const DeadlineCount = z
  .strictObject({
    status: deadlineMembers.status,
    clock: deadlineMembers.clock,
    count: z.int().meta({ description: 'How many.', example: 12 }),
  })
  .meta({ id: 'DeadlineCount' })
export type DeadlineCount = z.infer<typeof DeadlineCount>

export const toDeadline = (row: DeadlineModel, today: string): z.infer<typeof Deadline> => {
  const { clock, period, paused, state } = row
  const dates = {
    dueOn: dateText(row.dueOn),
    undelayedDueOn: dateText(row.undelayedDueOn),
    warnOn: dateText(row.warnOn),
    startsOn: dateText(row.startsOn),
    notBeforeOn: dateTextOrNull(row.notBefore),
    metOn: dateTextOrNull(row.metOn),
  }
  return {
    clock,
    ifspService: row.ifspService,
    period,
    status: statusOf({ ...dates, paused, state }, today),
    notOwedReason: row.notOwed,
    ...dates,
    daysLate: daysLateOf(dates),
    lateCause: row.lateCause,
    awaitedMilestone: row.awaitedMilestone as (typeof MILESTONES)[number],
    delayedDays: row.delayedDays,
  }
}

const daysLateOf = ({ dueOn, metOn }: { dueOn: string; metOn: string | null }): number =>
  metOn && metOn > dueOn ? daysUntil(dueOn, metOn) : 0

export type ProgramRow = EarlyInterventionProgram & { deadlines: DeadlineModel[] }

export const toProgram = (row: ProgramRow, today: string): Program => ({
  id: row.id,
  childId: row.childId,
  serviceCoordinatorId: row.serviceCoordinatorId,
  clockSetId: row.clockSetId,
  locationId: row.locationId,
  referralReceivedOn: dateText(row.referralReceivedOn),
  checkInEveryDays: row.checkInEveryDays,
  delayQuestionEveryDays: row.delayQuestionEveryDays,
  checkInLanguage: row.checkInLanguage as Language | null,
  escalateAfterDays: row.escalateAfterDays,
  consentsRequired: row.consentsRequired,
  questionSetId: row.questionSetId,
  status: row.status,
  milestones: fromJson(Program.shape.milestones, row.milestones),
  delays: fromJson(Program.shape.delays, row.delays),
  ifspServices: fromJson(IfspServices, row.ifspServices),
  handOvers: fromJson(HandOvers, row.handOvers),
  outcomeSummaries: fromJson(OutcomeSummaries, row.outcomeSummaries),
  deadlines: row.deadlines.map((deadline) => toDeadline(deadline, today)),
  closedOn: row.closedOn && dateText(row.closedOn),
  closeReason: row.closeReason,
  ...recordOf(row),
})
