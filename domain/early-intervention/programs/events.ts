import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { MILESTONES } from '#vocabulary/milestones.ts'
import { DELAY_CAUSES } from '../clocks/clock.ts'

const coordinator = {
  serviceCoordinatorId: idOf('provider')
    .exactOptional()
    .meta({ description: 'The service coordinator of the program.' }),
}

const deadline = {
  payload: z.strictObject({
    programId: idOf('program'),
    childId: idOf('child'),
    clock: z.string().meta({ description: 'Name of the clock whose deadline it is.' }),
    ifspService: z.string().exactOptional().meta({
      description: 'Key of the IFSP service that it concerns.',
    }),
    dueOn: calendarDate().meta({ description: 'The last day in time, as YYYY-MM-DD.' }),
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

const CORRECTABLE = ['REFERRAL', 'BIRTH_DATE', 'MILESTONE', 'LOCATION', 'CLOCK_SET'] as const
type Correctable = (typeof CORRECTABLE)[number]

export const earlyInterventionEvents = defineEvents({
  'program.started': defineEvent({
    description: 'An early-intervention program has started: its clocks run.',
    payload: z.strictObject({
      ...program,
      referralReceivedOn: calendarDate().meta({ description: 'Day of the referral.' }),
    }),
    example: { ...exampleProgram, referralReceivedOn: '2026-10-05' },
  }),
  'program.milestone_recorded': defineEvent({
    description: 'A milestone of an early-intervention program was recorded.',
    payload: z.strictObject({
      ...program,
      milestone: z.enum(MILESTONES).meta({ description: 'Which one.' }),
      occurredOn: calendarDate().meta({ description: 'Day on which it was reached.' }),
    }),
    example: { ...exampleProgram, milestone: 'IFSP', occurredOn: '2026-11-10' },
  }),
  'program.delayed': defineEvent({
    description: 'A delay of an early-intervention program was documented.',
    payload: z.strictObject({
      ...program,
      cause: z.enum(DELAY_CAUSES).meta({ description: 'Who caused it.' }),
      startsOn: calendarDate().meta({ description: 'Its first day.' }),
      endsOn: calendarDate().exactOptional().meta({
        description: 'Its last day; absent while it lasts.',
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
      closedOn: calendarDate().meta({ description: 'Day on which the child left.' }),
    }),
    example: { ...exampleProgram, closedOn: '2026-11-20' },
  }),
  'program.reopened': defineEvent({
    description: 'A closed early-intervention program was reopened.',
    payload: z.strictObject(program),
    example: exampleProgram,
  }),
  'program.corrected': defineEvent({
    description: 'Data behind the clocks of an early-intervention program was corrected.',
    payload: z.strictObject({
      ...program,
      corrected: z.array(z.enum(CORRECTABLE)).meta({ description: 'What was corrected.' }),
    }),
    example: { ...exampleProgram, corrected: ['REFERRAL'] },
  }),
  'early_intervention.deadline_at_risk': defineEvent({
    description: 'A deadline of an early-intervention program has come near.',
    ...deadline,
  }),
  'early_intervention.deadline_missed': defineEvent({
    description: 'A deadline of an early-intervention program has passed.',
    ...deadline,
  }),
  'family_check_in.answered': defineEvent({
    description: 'A guardian answered a check-in. Retrieve it by its id to read the answers.',
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
