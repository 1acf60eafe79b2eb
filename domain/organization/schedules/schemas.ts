import { z } from 'zod'
import type { Schedule as ScheduleModel } from '#prisma/generated/client.ts'
import { weeklyWindows } from './weekly-windows.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { archivableMembers, archivableOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { calendarDate, dateTextOrNull, zone } from '#platform/core/time.ts'

const members = {
  zone: zone().meta({
    description: "IANA zone of the windows' local times.",
    example: 'Europe/Berlin',
  }),
  windows: weeklyWindows().meta({
    description:
      'Hours of every week. Windows of one schedule may not overlap; those of several add up.',
    example: [
      { weekday: 'MONDAY', from: '09:00', until: '12:30' },
      { weekday: 'MONDAY', from: '13:30', until: '17:30' },
    ],
  }),
  validFrom: calendarDate()
    .nullable()
    .meta({ description: 'First day; null: since ever.', example: '2026-12-01' }),
  validUntil: calendarDate()
    .nullable()
    .meta({ description: 'Last day, inclusive; null: without end.', example: null }),
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
    zone: members.zone.exactOptional().meta({ description: "Defaults to the location's." }),
    windows: members.windows,
    validFrom: members.validFrom.default(null),
    validUntil: members.validUntil.default(null),
  })
  .meta({
    id: 'CreateSchedule',
    example: {
      providerId: exampleId('provider'),
      locationId: exampleId('location'),
      windows: [
        { weekday: 'MONDAY', from: '09:00', until: '12:30' },
        { weekday: 'MONDAY', from: '13:30', until: '17:30' },
      ],
    },
  })
export type CreateSchedule = z.infer<typeof CreateSchedule>

export const PatchSchedule = z
  .strictObject({
    zone: members.zone.exactOptional(),
    windows: members.windows.exactOptional(),
    validFrom: members.validFrom.exactOptional(),
    validUntil: members.validUntil.exactOptional(),
  })
  .meta({ id: 'PatchSchedule', example: { validUntil: '2027-07-31' } })
export type PatchSchedule = z.infer<typeof PatchSchedule>

export const toSchedule = (row: ScheduleModel): Schedule => ({
  id: row.id,
  providerId: row.providerId,
  locationId: row.locationId,
  zone: row.zone,
  windows: row.windows as Schedule['windows'],
  validFrom: dateTextOrNull(row.validFrom),
  validUntil: dateTextOrNull(row.validUntil),
  ...archivableOf(row),
})
