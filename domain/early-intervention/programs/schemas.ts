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
  serviceCoordinatorId: idOf('provider').nullable().meta({
    description: 'Provider who is notified of deadlines and of answers that raise concern.',
  }),
  clockSetId: idOf('clockSet').nullable().meta({
    description: 'Clock set of the program; null for the clocks of IDEA Part C.',
    example: null,
  }),
  locationId: idOf('location').nullable().meta({
    description: 'Location of the program, whose local dates apply; null to use the centre’s.',
    example: null,
  }),
  referralReceivedOn: date('2026-10-05').meta({
    description: 'Date of the referral, as YYYY-MM-DD. The first clocks count from it.',
  }),
  checkInEveryDays: z
    .int()
    .min(7)
    .max(366)
    .meta({ description: 'Number of days between check-ins with the guardians.', example: 30 }),
  delayQuestionEveryDays: z.int().min(1).max(90).meta({
    description:
      'Number of days after which the coordinator is asked whether a delay continues, counted from its start or from the last attempt.',
    example: 14,
  }),
  checkInLanguage: z.enum(LANGUAGES).nullable().meta({
    description:
      'Language of check-ins with the family; null to use the centre’s language. The centre’s own questions are in the language of their question set.',
    example: null,
  }),
  escalateAfterDays: z.int().min(2).max(30).meta({
    description:
      'Number of days after which an unacknowledged answer that raises concern is passed to the coordinator’s supervisor.',
    example: 3,
  }),
  consentsRequired: z.boolean().meta({
    description:
      'Whether evaluations, assessments and services can be recorded only with consent; without it, the request fails with `consent_missing`.',
    example: true,
  }),
  questionSetId: idOf('familyCheckInQuestionSet').nullable().meta({
    description: 'Question set for the check-ins; null for the three standard questions.',
    example: null,
  }),
}

const outcome = {
  declinedByFamily: z.literal(true).exactOptional().meta({
    description:
      'Whether the family declined it. Only for FAMILY_ASSESSMENT, TRANSITION_CONFERENCE and LEA_NOTIFICATION.',
  }),
  notEligible: z.literal(true).exactOptional().meta({
    description: 'For ELIGIBILITY: whether the child is not eligible, which ends the program.',
  }),
  recordsShared: z.literal(true).exactOptional().meta({
    description:
      'For LEA_NOTIFICATION and TRANSITION_CONFERENCE: whether evaluations or the IFSP were sent, in addition to the name, birth date and contact details. This requires consent to INFORMATION_EXCHANGE, as does any LEA_NOTIFICATION for a child referred fewer than 45 days before the third birthday.',
  }),
  noticeGivenOn: calendarDate().exactOptional().meta({
    description:
      'With notEligible: date on which the parents received prior written notice of the decision.',
  }),
}

const Milestone = z
  .strictObject({
    kind: z.enum(MILESTONES).meta({ description: 'Kind of milestone.', example: 'IFSP' }),
    occurredOn: date('2026-11-10').meta({
      description: 'Date on which the milestone was reached, as YYYY-MM-DD.',
    }),
    consentId: idOf('consent')
      .exactOptional()
      .meta({ description: 'For CONSENT: record of the consent; null if there is none.' }),
    ...outcome,
  })
  .meta({ id: 'Milestone' })

const cause = z.enum(DELAY_CAUSES)

const attemptMembers = {
  attemptedOn: date('2026-10-21').meta({ description: 'Date of the attempt, as YYYY-MM-DD.' }),
  channel: z
    .enum(ATTEMPT_CHANNELS)
    .meta({ description: 'Channel of the attempt.', example: 'PHONE' }),
  note: prose(2_000).min(1).exactOptional().meta({ description: 'Result.' }),
}
const Attempt = z.strictObject(attemptMembers).meta({ id: 'ProgramDelayAttempt' })

const delayMembers = {
  startsOn: date('2026-10-20').meta({ description: 'First day that does not count.' }),
  cause: cause.meta({
    description:
      'Who caused the delay. Days of a delay caused by the FAMILY do not count. Days of delays caused by PROVIDER or SYSTEM do; if they make a deadline late, the deadline shows the cause.',
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
      'Attempts to reach the family. CONSENT_NOT_GIVEN requires two on different days, because 34 CFR 303.310(b)(2) requires documented, repeated attempts.',
  }),
}
const endsOn = date('2026-10-27').meta({
  description: 'Last day that does not count, as YYYY-MM-DD.',
})

const Delay = z
  .strictObject({
    ...delayMembers,
    endsOn: endsOn
      .nullable()
      .meta({ description: 'Last day that does not count; null while the delay continues.' }),
  })
  .meta({ id: 'ProgramDelay' })

const HandOver = z
  .strictObject({
    handedOverAt: z.iso.datetime().meta({
      description: 'When the program was reassigned, in UTC.',
      example: '2026-11-21T09:30:00.000Z',
    }),
    fromProviderId: idOf('provider'),
    toProviderId: idOf('provider'),
    note: z.string().nullable().meta({
      description: 'Information for the new coordinator; null if there is none.',
      example: 'The family prefers calls after 17:00.',
    }),
  })
  .meta({ id: 'ProgramHandOver' })
export const HandOvers = z.array(HandOver)

const deadlineMembers = {
  clock: z
    .string()
    .meta({ description: 'Name of the clock that determines the deadline.', example: 'ifsp' }),
  ifspService: z.string().nullable().meta({
    description: 'Key of the IFSP service to which the deadline applies; null if there is none.',
    example: null,
  }),
  period: z.int().meta({
    description: 'Number of the period of a repeating clock, counted from 1; otherwise 1.',
    example: 1,
  }),
  status: z.enum(DEADLINE_STATUSES).meta({
    description:
      'Status of the deadline today: ON_TRACK, AT_RISK, MISSED or PAUSED while it is running; MET or MET_LATE; NOT_MET if it was overdue when the program was closed; NOT_OWED.',
    example: 'AT_RISK',
  }),
  notOwedReason: z.enum(NOT_OWED_REASONS).nullable().meta({
    description:
      'Reason why the deadline is not owed; null if it is owed. Either the referral came too late; or the eligibility may be decided after `dueOn` and has not been yet (ELIGIBILITY_PENDING: the deadline is owed by that day if the child is found eligible by then, otherwise as soon as possible); or the deadline would fall after the third birthday; or the family declined; or the child is not eligible; or the service or program ended before it was due.',
    example: null,
  }),
  notBeforeOn: calendarDate().nullable().meta({
    description: 'First date on which the milestone may be reached; null if any date is allowed.',
    example: null,
  }),
  dueOn: date('2026-11-27').meta({
    description:
      'Due date. While the clock is paused, the date without the delay; if the deadline is not owed, the date on which it would have been due.',
  }),
  undelayedDueOn: date('2026-11-19').meta({
    description: 'Due date without any documented delay.',
  }),
  metOn: calendarDate().nullable().meta({
    description: 'Date on which the deadline was met, as YYYY-MM-DD; null until then.',
    example: null,
  }),
  lateCause: cause.nullable().meta({
    description:
      'Documented cause of the lateness: FAMILY if a delay by the family covers the due date, otherwise the cause of the last delay. Null if no cause is documented.',
    example: null,
  }),
  daysLate: z.int().meta({
    description:
      'Number of days after dueOn on which the deadline was met; 0 if it was met in time or is not yet met.',
    example: 0,
  }),
  warnOn: date('2026-11-12').meta({ description: 'Date from which the deadline is at risk.' }),
  awaitedMilestone: z
    .enum(MILESTONES)
    .meta({ description: 'Milestone that meets the deadline.', example: 'IFSP' }),
  startsOn: date('2026-10-05').meta({ description: 'Day 0 of the clock, as YYYY-MM-DD.' }),
  delayedDays: z
    .int()
    .meta({ description: 'Number of days of documented delays that do not count.', example: 8 }),
}

export const Deadline = z.strictObject(deadlineMembers).meta({ id: 'ProgramDeadline' })

export const Program = resourceSchema('EarlyInterventionProgram', {
  id: idOf('program'),
  childId: idOf('child'),
  ...members,
  status: z.enum(['ACTIVE', 'CLOSED']).meta({ description: 'Whether the program is running.' }),
  milestones: z.array(Milestone).meta({ description: 'Milestones, ordered by date.' }),
  delays: z.array(Delay).meta({ description: 'Documented delays whose days do not count.' }),
  ifspServices: IfspServices.meta({ description: 'The services of the IFSP.' }),
  handOvers: HandOvers.meta({
    description: 'Reassignments from one coordinator to another, oldest first.',
  }),
  outcomeSummaries: OutcomeSummaries.meta({
    description: 'Ratings of the three child outcomes at entry and at exit.',
  }),
  deadlines: z.array(Deadline).meta({
    description:
      'Current and past deadlines of the program’s clocks, including deadlines that were met.',
  }),
  closedOn: calendarDate().nullable().meta({
    description: 'Date on which the program was closed, as YYYY-MM-DD; null while it is running.',
    example: null,
  }),
  closeReason: z.string().nullable().meta({
    description: 'Reason for closing the program; null if none was given.',
    example: null,
  }),
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
      .meta({ description: 'Location of the program. Defaults to the child’s location.' }),
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
    kind: z.enum(MILESTONE_KINDS).meta({ description: 'Kind of milestone.', example: 'IFSP' }),
    occurredOn: date('2026-11-10').meta({
      description: 'Date on which the milestone was reached, as YYYY-MM-DD.',
    }),
    consentId: idOf('consent').exactOptional().meta({
      description:
        "For CONSENT: record of the child's consent of that date. Defaults to the consent to treatment of that date, if there is one.",
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
      description:
        'Date on which the milestone was actually reached. Defaults to the date on record.',
      example: '2026-11-03',
    }),
    programId: idOf('program').exactOptional().meta({
      description: 'Program in which the milestone was reached. Defaults to this program.',
    }),
  })
  .meta({
    id: 'CorrectMilestone',
    example: { kind: 'IFSP', occurredOn: '2026-11-10', correctOccurredOn: '2026-11-03' },
  })
export type CorrectMilestone = z.infer<typeof CorrectMilestone>

export const CorrectBirthDate = z
  .strictObject({
    birthDate: calendarDate().meta({
      description:
        'Birth date of the child, as YYYY-MM-DD. It must not be later than the referral date.',
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
        'Last day that does not count, as YYYY-MM-DD. Omit it while the delay continues.',
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
      description: 'Date on which the child left the program, as YYYY-MM-DD.',
    }),
    reason: line(200).exactOptional().meta({ description: 'Reason for closing the program.' }),
    exitOutcomes: ExitOutcomes.exactOptional().meta({
      description:
        'Ratings at EXIT to record together with the closing. You can also record them separately, before or later.',
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
  locationId: idOf('location').nullable().meta({ description: 'Location of the program.' }),
  daysLeft: z.int().nullable().meta({
    description:
      'Number of days until dueOn, negative if the deadline was missed; null if the deadline is no longer running.',
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
    .meta({ description: 'Reasons why the deadline is at risk.', example: ['milestone_missing'] }),
  updatedAt: recordMembers.updatedAt,
})
export type DeadlineAtRisk = z.infer<typeof DeadlineAtRisk>

export const DeadlineCount = z
  .strictObject({
    status: deadlineMembers.status,
    clock: deadlineMembers.clock,
    count: z.int().meta({ description: 'Number of deadlines.', example: 12 }),
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
