import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const personExportEvents = defineEvents({
  'person_export.ready': defineEvent({
    description: 'The archive with a person’s data is ready for download.',
    payload: z.strictObject({
      personExportId: idOf('personExport'),
      childId: idOf('child').nullable(),
      clientId: idOf('client').nullable(),
      expiresAt: z.iso.datetime().meta({ description: 'When the archive is deleted, in UTC.' }),
    }),
    example: {
      personExportId: exampleId('personExport'),
      childId: exampleId('child'),
      clientId: null,
      expiresAt: '2026-11-28T09:31:00.000Z',
    },
  }),
})
