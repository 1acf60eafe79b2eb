import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instantText } from '#platform/core/time/time.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { DISCHARGE_REASONS } from './rules.ts'

const ids = { childId: idOf('child'), dischargeId: idOf('discharge') }
const example = { childId: exampleId('child'), dischargeId: exampleId('discharge') }
const count = z.int().min(0)

export const dischargeEvents = defineEvents({
  'child.discharged': defineEvent({
    description:
      'A child was discharged. Nothing new can begin for the child from `endsAt` on; what the child still has is ended one by one, each with its own event.',
    payload: z.strictObject({
      ...ids,
      reason: z.enum(DISCHARGE_REASONS).meta({ description: 'Reason of the discharge.' }),
      effectiveOn: z.iso.date().meta({ description: 'Last day of care.' }),
      endsAt: instantText.meta({ description: 'When care ends, in UTC.' }),
    }),
    example: {
      ...example,
      reason: 'GOALS_MET',
      effectiveOn: '2026-12-18',
      endsAt: '2026-12-18T23:00:00.000Z',
    },
  }),
  'child.discharge_completed': defineEvent({
    description: 'Everything that a discharge ends has ended, or was refused.',
    payload: z.strictObject({
      ...ids,
      ended: count.meta({ description: 'Items that were ended.' }),
      notNeeded: count.meta({ description: 'Items that had ended in another way.' }),
      refused: count.meta({ description: 'Items that could not be ended.' }),
      kept: count.meta({ description: 'Items that stay with the family, such as credit.' }),
    }),
    example: { ...example, ended: 12, notNeeded: 0, refused: 0, kept: 1 },
  }),
  'child.readmitted': defineEvent({
    description:
      'A discharged child is in care again. Nothing that had ended begins again by itself.',
    payload: z.strictObject(ids),
    example,
  }),
})
