import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { ImportStatus } from './rules.ts'

const count = z.int().min(0)

export const appointmentImportEvents = defineEvents({
  'appointment_import.processed': defineEvent({
    description:
      'An import of appointments was checked, run or undone, or its file cannot be read (FAILED). Future appointments also send booking.created; past ones do not.',
    payload: z.strictObject({
      importId: idOf('appointmentImport'),
      status: z.enum(ImportStatus).meta({ description: 'Status of the import.' }),
      wouldCreate: count.meta({ description: 'Rows that would become appointments.' }),
      created: count.meta({ description: 'Rows that became appointments.' }),
      unchanged: count.meta({
        description: 'Rows that were imported before and have not changed.',
      }),
      conflicts: count.meta({ description: 'Rows whose time is already taken.' }),
      invalid: count.meta({ description: 'Rows that cannot be read.' }),
      undone: count.meta({ description: 'Appointments that were removed by undoing the import.' }),
      kept: count.meta({ description: 'Appointments that stay after the undo of the import.' }),
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
