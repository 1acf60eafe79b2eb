import { z } from 'zod'
import type { Schedule as ScheduleModel } from '#prisma/generated/client.ts'
import { weeklyWindows } from './weekly-windows.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull, timeZone } from '#platform/core/time/time.ts'

const members = {
  timeZone: timeZone().meta({
    description: "IANA time zone of the windows' local times.",
    example: 'Europe/Berlin',
  }),
  windows: weeklyWindows().meta({
    description:
      'Weekly hours. Windows of one schedule must not overlap; those of several schedules are added up.',
    example: [
      { weekday: 'MONDAY', startTime: '09:00', endTime: '12:30' },
      { weekday: 'MONDAY', startTime: '13:30', endTime: '17:30' },
    ],
  }),
  startsOn: calendarDate().nullable().meta({
    description: 'First day on which the schedule applies; null if it has no start.',
    example: '2026-12-01',
  }),
  endsOn: calendarDate().nullable().meta({
    description: 'Last day on which the schedule applies, inclusive; null if it has no end.',
    example: null,
  }),
}

export const Schedule = resourceSchema('Schedule', {
  id: idOf('schedule'),
  providerId: idOf('provider'),
  locationId: idOf('location'),
  ...members,
  ...archivableMembers,
})
export type Schedule = z.infer<typeof Schedule>

export const CreateSchedule = z
  .strictObject({
    providerId: idOf('provider'),
    locationId: idOf('location'),
    timeZone: members.timeZone
      .exactOptional()
      .meta({ description: "Time zone of the local times. Defaults to the location's." }),
    windows: members.windows,
    startsOn: members.startsOn.default(null),
    endsOn: members.endsOn.default(null),
  })
  .meta({
    id: 'CreateSchedule',
    example: {
      providerId: exampleId('provider'),
      locationId: exampleId('location'),
      windows: [
        { weekday: 'MONDAY', startTime: '09:00', endTime: '12:30' },
        { weekday: 'MONDAY', startTime: '13:30', endTime: '17:30' },
      ],
    },
  })
export type CreateSchedule = z.infer<typeof CreateSchedule>

export const PatchSchedule = z
  .strictObject({
    timeZone: members.timeZone.exactOptional(),
    windows: members.windows.exactOptional(),
    startsOn: members.startsOn.exactOptional(),
    endsOn: members.endsOn.exactOptional(),
  })
  .meta({ id: 'PatchSchedule', example: { endsOn: '2027-07-31' } })
export type PatchSchedule = z.infer<typeof PatchSchedule>

export const toSchedule = (row: ScheduleModel): Schedule => ({
  id: row.id,
  providerId: row.providerId,
  locationId: row.locationId,
  timeZone: row.timeZone,
  windows: fromJson(Schedule.shape.windows, row.windows),
  startsOn: dateTextOrNull(row.startsOn),
  endsOn: dateTextOrNull(row.endsOn),
  ...archivableOf(row),
})
