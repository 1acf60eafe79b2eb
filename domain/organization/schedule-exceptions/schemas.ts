import { z } from 'zod'
import type { ScheduleException as ScheduleExceptionModel } from '#prisma/generated/client.ts'
import { dayWindows } from '../schedules/weekly-windows.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { fromJson } from '#platform/core/json.ts'
import { archivableMembers, archivableOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { calendarDate, dateText, timeZone } from '#platform/core/time.ts'

const members = {
  providerId: idOf('provider'),
  kind: z.enum(['CLOSED', 'EXTRA']).meta({
    description:
      "CLOSED takes the day's hours away, EXTRA adds hours; both on one day replace the hours.",
    example: 'EXTRA',
  }),
  occursOn: calendarDate().meta({ description: 'Local day.', example: '2026-12-12' }),
  timeZone: timeZone().meta({
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
    timeZone: members.timeZone
      .exactOptional()
      .meta({ description: "Defaults to the location's, or else to the centre's." }),
    windows: dayWindows()
      .default([])
      .meta({
        description: 'For EXTRA, at least one; for CLOSED none.',
        example: [{ startTime: '09:00', endTime: '12:00' }],
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
      occursOn: '2026-12-12',
      windows: [{ startTime: '09:00', endTime: '12:00' }],
    },
  })
export type CreateScheduleException = z.infer<typeof CreateScheduleException>

export const toScheduleException = (row: ScheduleExceptionModel): ScheduleException => ({
  id: row.id,
  providerId: row.providerId,
  locationId: row.locationId,
  kind: row.kind as ScheduleException['kind'],
  occursOn: dateText(row.occursOn),
  timeZone: row.timeZone,
  windows: fromJson(ScheduleException.shape.windows, row.windows),
  ...archivableOf(row),
})
