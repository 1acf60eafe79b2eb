import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { calendarDate } from '#platform/core/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

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
      description: 'Key of the service of the IFSP that it is about.',
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

export const earlyInterventionEvents = defineEvents({
  'early_intervention.deadline_at_risk': defineEvent({
    description: 'A deadline of an early-intervention program has come near.',
    ...deadline,
  }),
  'early_intervention.deadline_missed': defineEvent({
    description: 'A deadline of an early-intervention program has passed.',
    ...deadline,
  }),
  'family_check_in.answered': defineEvent({
    description: 'A guardian answered a check-in. What was said is read by its id.',
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

/** The coordinator of a program; one that has none leaves it out. */
export const coordinatorOf = ({ serviceCoordinatorId }: { serviceCoordinatorId: string | null }) =>
  serviceCoordinatorId ? { serviceCoordinatorId } : {}
