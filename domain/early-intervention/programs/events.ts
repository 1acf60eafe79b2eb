import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { MILESTONES } from '#vocabulary/milestones.ts'
import { DELAY_CAUSES } from '../clocks/clock.ts'
import { IFSP_KINDS } from '../ifsps/names.ts'

const coordinator = {
  serviceCoordinatorId: idOf('provider')
    .exactOptional()
    .meta({ description: 'Service coordinator of the program.' }),
}

const deadline = {
  payload: z.strictObject({
    programId: idOf('program'),
    childId: idOf('child'),
    clock: z.string().meta({ description: 'Name of the clock that determines the deadline.' }),
    ifspService: z.string().exactOptional().meta({
      description: 'Key of the IFSP service to which the deadline applies.',
    }),
    dueOn: calendarDate().meta({ description: 'Due date, as YYYY-MM-DD.' }),
    ...coordinator,
  }),
  example: {
    programId: exampleId('program'),
    childId: exampleId('child'),
    clock: 'services-started',
    ifspService: 'speech',
    dueOn: '2026-11-19',
    serviceCoordinatorId: exampleId('provider'),
  },
}

const program = {
  programId: idOf('program'),
  childId: idOf('child'),
  ...coordinator,
}
const exampleProgram = {
  programId: exampleId('program'),
  childId: exampleId('child'),
  serviceCoordinatorId: exampleId('provider'),
}

const plan = {
  payload: z.strictObject({
    ifspId: idOf('ifsp'),
    ...program,
    number: z.int().meta({ description: 'Number of the version within its program.' }),
    kind: z.enum(IFSP_KINDS).meta({ description: 'Meeting at which the plan was made.' }),
    meetingOn: calendarDate().meta({ description: 'Date of the meeting.' }),
  }),
  example: {
    ifspId: exampleId('ifsp'),
    ...exampleProgram,
    number: 1,
    kind: 'INITIAL' as const,
    meetingOn: '2026-11-10',
  },
}

const CORRECTABLE = ['REFERRAL', 'BIRTH_DATE', 'MILESTONE', 'LOCATION', 'CLOCK_SET'] as const
type Correctable = (typeof CORRECTABLE)[number]

export const earlyInterventionEvents = defineEvents({
  'program.started': defineEvent({
    description: 'An early-intervention program started, and its clocks are running.',
    payload: z.strictObject({
      ...program,
      referralReceivedOn: calendarDate().meta({ description: 'Date of the referral.' }),
    }),
    example: { ...exampleProgram, referralReceivedOn: '2026-10-05' },
  }),
  'program.milestone_recorded': defineEvent({
    description: 'A milestone of an early-intervention program was recorded.',
    payload: z.strictObject({
      ...program,
      milestone: z.enum(MILESTONES).meta({ description: 'The milestone that was recorded.' }),
      occurredOn: calendarDate().meta({ description: 'Date on which the milestone was reached.' }),
    }),
    example: { ...exampleProgram, milestone: 'IFSP', occurredOn: '2026-11-10' },
  }),
  'program.delayed': defineEvent({
    description: 'A delay of an early-intervention program was documented.',
    payload: z.strictObject({
      ...program,
      cause: z.enum(DELAY_CAUSES).meta({ description: 'Who caused the delay.' }),
      startsOn: calendarDate().meta({ description: 'First day of the delay.' }),
      endsOn: calendarDate().exactOptional().meta({
        description: 'Last day of the delay; omitted while it continues.',
      }),
    }),
    example: {
      ...exampleProgram,
      cause: 'FAMILY',
      startsOn: '2026-10-20',
      endsOn: '2026-10-27',
    },
  }),
  'program.closed': defineEvent({
    description: 'An early-intervention program was closed.',
    payload: z.strictObject({
      ...program,
      closedOn: calendarDate().meta({ description: 'Date on which the child left the program.' }),
    }),
    example: { ...exampleProgram, closedOn: '2026-11-20' },
  }),
  'program.reopened': defineEvent({
    description: 'A closed early-intervention program was reopened.',
    payload: z.strictObject(program),
    example: exampleProgram,
  }),
  'program.corrected': defineEvent({
    description:
      'Data that determines the deadlines of an early-intervention program was corrected.',
    payload: z.strictObject({
      ...program,
      corrected: z
        .array(z.enum(CORRECTABLE))
        .meta({ description: 'Kind of data that was corrected.' }),
    }),
    example: { ...exampleProgram, corrected: ['REFERRAL'] },
  }),
  'early_intervention.deadline_at_risk': defineEvent({
    description: 'A deadline of an early-intervention program is at risk.',
    ...deadline,
  }),
  'early_intervention.deadline_missed': defineEvent({
    description: 'A deadline of an early-intervention program was missed.',
    ...deadline,
  }),
  'ifsp.presented': defineEvent({
    description: 'An IFSP was presented to the family, and no longer changes.',
    ...plan,
  }),
  'ifsp.signed': defineEvent({
    description: 'An IFSP was signed by a parent and the service coordinator, and is in force.',
    ...plan,
  }),
  'family_check_in.answered': defineEvent({
    description: 'A guardian answered a check-in. To read the answers, retrieve the check-in.',
    payload: z.strictObject({
      familyCheckInId: idOf('familyCheckIn'),
      programId: idOf('program'),
      childId: idOf('child'),
      clientId: idOf('client').exactOptional().meta({ description: 'The guardian who answered.' }),
      ...coordinator,
    }),
    example: {
      familyCheckInId: exampleId('familyCheckIn'),
      programId: exampleId('program'),
      childId: exampleId('child'),
      clientId: exampleId('client'),
      serviceCoordinatorId: exampleId('provider'),
    },
  }),
})

/** The coordinator of a program; omitted if there is none. */
export const coordinatorOf = ({ serviceCoordinatorId }: { serviceCoordinatorId: string | null }) =>
  serviceCoordinatorId ? { serviceCoordinatorId } : {}

export interface ProgramIds {
  id: string
  childId: string
  serviceCoordinatorId: string | null
}

/** Members of every event about a program. */
export const programFacts = ({ id, childId, ...program }: ProgramIds) => ({
  programId: id,
  childId,
  ...coordinatorOf(program),
})

export const emitCorrected = (
  tx: Transaction,
  program: ProgramIds,
  corrected: readonly Correctable[],
): void =>
  tx.emit(
    earlyInterventionEvents['program.corrected'],
    { type: 'program', id: program.id },
    { ...programFacts(program), corrected: [...corrected] },
  )
