import { z } from 'zod'
import type { ScheduleException as ScheduleExceptionModel } from '#prisma/generated/client.ts'
import { dayWindows } from '../schedules/weekly-windows.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { archivableMembers, archivableOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { calendarDate, dateText, zone } from '#platform/core/time.ts'

const members = {
  providerId: idOf('provider'),
  kind: z.enum(['CLOSED', 'EXTRA']).meta({
    description:
      "CLOSED takes the day's hours away, EXTRA adds hours; both on one day replace the hours.",
    example: 'EXTRA',
  }),
  date: calendarDate().meta({ description: 'Local day.', example: '2026-12-12' }),
  zone: zone().meta({
    description: 'IANA zone of the day and the hours.',
    example: 'Europe/Berlin',
  }),
}

export const ScheduleException = resourceSchema('ScheduleException', {
  id: idOf('scheduleException'),
  ...members,
  locationId: idOf('location')
    .nullable()
    .meta({ description: 'null: at all of the provider’s locations.' }),
  windows: dayWindows().meta({
    description: 'Hours that the provider works on that day. None: the day is free.',
  }),
  ...archivableMembers,
})
export type ScheduleException = z.infer<typeof ScheduleException>

export const CreateScheduleException = z
  .strictObject({
    ...members,
    locationId: idOf('location')
      .exactOptional()
      .meta({ description: 'Without it: at all of the provider’s locations.' }),
    zone: members.zone
      .exactOptional()
      .meta({ description: "Defaults to the location's, or else to the centre's." }),
    windows: dayWindows()
      .default([])
      .meta({
        description: 'For EXTRA, at least one; for CLOSED none.',
        example: [{ from: '09:00', until: '12:00' }],
      }),
  })
  .check((context) => {
    const { kind, windows } = context.value
    if ((kind === 'EXTRA') === windows.length > 0) return
    context.issues.push({
      code: 'custom',
      input: windows,
      path: ['windows'],
      message: kind === 'EXTRA' ? 'says no hours' : 'must be left out: a closed day has no hours',
      params: { code: kind === 'EXTRA' ? 'required' : 'not_allowed' },
    })
  })
  .meta({
    id: 'CreateScheduleException',
    example: {
      providerId: exampleId('provider'),
      kind: 'EXTRA',
      date: '2026-12-12',
      windows: [{ from: '09:00', until: '12:00' }],
    },
  })
export type CreateScheduleException = z.infer<typeof CreateScheduleException>

export const toScheduleException = (row: ScheduleExceptionModel): ScheduleException => ({
  id: row.id,
  providerId: row.providerId,
  locationId: row.locationId,
  kind: row.kind as ScheduleException['kind'],
  date: dateText(row.date),
  zone: row.zone,
  windows: row.windows as ScheduleException['windows'],
  ...archivableOf(row),
})
