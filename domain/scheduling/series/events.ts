import { z } from 'zod'
import { placeExample, placeFacts } from '#organization/locations/place-facts.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const count = z.int().min(0)

export const seriesEvents = defineEvents({
  'series.processed': defineEvent({
    description:
      'A series was booked, edited or cancelled, and all its occurrences have been processed.',
    payload: z.strictObject({
      seriesId: idOf('series'),
      childId: idOf('child')
        .exactOptional()
        .meta({ description: 'Child of the series; omitted for a series of groups.' }),
      providerId: idOf('provider').exactOptional(),
      ...placeFacts,
      revision: z
        .int()
        .min(1)
        .meta({ description: 'Number of the change; 1 is the creation of the series.' }),
      booked: count.meta({ description: 'Occurrences with an appointment.' }),
      conflicts: count.meta({ description: 'Occurrences whose time is already taken.' }),
      skipped: count.meta({ description: 'Occurrences that were skipped.' }),
      cancelled: count.meta({ description: 'Occurrences that were cancelled.' }),
    }),
    example: {
      seriesId: exampleId('series'),
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      ...placeExample,
      revision: 1,
      booked: 50,
      conflicts: 1,
      skipped: 1,
      cancelled: 0,
    },
  }),
})
