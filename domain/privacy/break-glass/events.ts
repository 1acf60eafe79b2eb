import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const grant = {
  breakGlassGrantId: idOf('breakGlassGrant'),
  childId: idOf('child'),
  providerId: idOf('provider'),
}
const example = {
  breakGlassGrantId: exampleId('breakGlassGrant'),
  childId: exampleId('child'),
  providerId: exampleId('provider'),
}

export const breakGlassEvents = defineEvents({
  'break_glass.opened': defineEvent({
    description:
      'A provider opened the records of a child outside the caseload. The access must be reviewed.',
    payload: z.strictObject({
      ...grant,
      expiresAt: z.iso.datetime().meta({ description: 'When the access expires, in UTC.' }),
    }),
    example: { ...example, expiresAt: '2026-11-21T10:30:00.000Z' },
  }),
  'break_glass.reviewed': defineEvent({
    description: 'A break-glass access was reviewed.',
    payload: z.strictObject({
      ...grant,
      justified: z
        .boolean()
        .meta({ description: 'Whether the review found the access justified.' }),
    }),
    example: { ...example, justified: true },
  }),
})
