import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { ImportStatus } from './rules.ts'

const count = z.int().min(0)

export const appointmentImportEvents = defineEvents({
  'appointment_import.settled': defineEvent({
    description:
      'An import of appointments was checked, run or undone, or its file cannot be read (FAILED). Appointments to come have a booking.created of their own, those of the past have none.',
    payload: z.strictObject({
      importId: idOf('appointmentImport'),
      status: z.enum(ImportStatus),
      wouldCreate: count,
      created: count,
      unchanged: count,
      conflicts: count,
      invalid: count,
      undone: count,
      kept: count,
    }),
    example: {
      importId: exampleId('appointmentImport'),
      status: 'DONE',
      wouldCreate: 0,
      created: 117,
      unchanged: 1,
      conflicts: 1,
      invalid: 1,
      undone: 0,
      kept: 0,
    },
  }),
})
