import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const payload = z.strictObject({ cycleId: idOf('treatmentCycle'), childId: idOf('child') })
const example = { cycleId: exampleId('treatmentCycle'), childId: exampleId('child') }

export const treatmentCycleEvents = defineEvents({
  'treatment_cycle.created': defineEvent({
    description: 'A payer’s authorization for a child was recorded.',
    payload,
    example,
  }),
  'treatment_cycle.threshold_reached': defineEvent({
    description:
      'The use of an authorization reached a threshold. The event is sent once each time a threshold is reached.',
    payload: z.strictObject({
      ...payload.shape,
      threshold: z
        .literal([80, 90])
        .meta({ description: 'Threshold that was reached, in percent of the authorization.' }),
      used: z.int().meta({ description: 'Sessions or units used so far.' }),
      authorized: z.int().meta({ description: 'Sessions or units that the payer authorized.' }),
    }),
    example: { ...example, threshold: 80, used: 16, authorized: 20 },
  }),
  'treatment_cycle.renewal_due': defineEvent({
    description: 'It is time to request the next authorization from the payer.',
    payload: z.strictObject({
      ...payload.shape,
      endsOn: calendarDate().meta({ description: 'Last day of the authorization, as YYYY-MM-DD.' }),
    }),
    example: { ...example, endsOn: '2027-02-28' },
  }),
  'treatment_cycle.ended': defineEvent({
    description: 'The period of an authorization has ended.',
    payload: z.strictObject({
      ...payload.shape,
      used: z.int().meta({ description: 'Sessions or units used so far.' }),
      authorized: z.int().meta({ description: 'Sessions or units that the payer authorized.' }),
    }),
    example: { ...example, used: 18, authorized: 20 },
  }),
  'treatment_cycle.closed': defineEvent({
    description: 'An authorization was closed.',
    payload,
    example,
  }),
})
