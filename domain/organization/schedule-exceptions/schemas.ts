import { z } from 'zod'
import { because, type IssueCode } from '#platform/core/input/issue.ts'
import type { ScheduleException as ScheduleExceptionModel } from '#prisma/generated/client.ts'
import { dayWindows } from '../schedules/weekly-windows.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, timeZone } from '#platform/core/time/time.ts'

const members = {
  providerId: idOf('provider'),
  kind: z.enum(['CLOSED', 'EXTRA']).meta({
    description:
      'CLOSED removes the hours of the day; EXTRA adds hours. Together, on one day, they replace the hours.',
    example: 'EXTRA',
  }),
  occursOn: calendarDate().meta({
    description: 'Local date of the exception.',
    example: '2026-12-12',
  }),
  timeZone: timeZone().meta({
    description: 'IANA time zone of the day and the hours.',
    example: 'Europe/Berlin',
  }),
}

export const ScheduleException = resourceSchema('ScheduleException', {
  id: idOf('scheduleException'),
  ...members,
  locationId: idOf('location').nullable().meta({
    description:
      'Location to which the exception applies; null for all of the provider’s locations.',
  }),
  windows: dayWindows().meta({
    description: 'Hours that the provider works on that day. Empty if the day is off.',
  }),
  ...archivableMembers,
})
export type ScheduleException = z.infer<typeof ScheduleException>

/** The error in the hours of an exception: kind EXTRA requires hours, and the other kinds refuse them. */
export const wrongHours = ({
  kind,
  windows,
}: Pick<ScheduleException, 'kind' | 'windows'>):
  | { code: IssueCode; message: string }
  | undefined => {
  if ((kind === 'EXTRA') === windows.length > 0) return undefined
  return kind === 'EXTRA'
    ? { code: 'required', message: 'is required for extra hours' }
    : { code: 'not_allowed', message: 'must be omitted, because a closed day has no hours' }
}

export const CreateScheduleException = z
  .strictObject({
    ...members,
    locationId: idOf('location').exactOptional().meta({
      description:
        'Location to which the exception applies. Defaults to all of the provider’s locations.',
    }),
    timeZone: members.timeZone.exactOptional().meta({
      description:
        "IANA time zone. Defaults to the location's or, without a location, to the centre's.",
    }),
    windows: dayWindows()
      .default([])
      .meta({
        description: 'Hours of the day: at least one window for EXTRA, none for CLOSED.',
        example: [{ startTime: '09:00', endTime: '12:00' }],
      }),
  })
  .check((context) => {
    const wrong = wrongHours(context.value)
    if (!wrong) return
    context.issues.push({
      code: 'custom',
      input: context.value.windows,
      path: ['windows'],
      message: wrong.message,
      params: because(wrong.code),
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

export const PatchScheduleException = z
  .strictObject({
    kind: members.kind.exactOptional(),
    occursOn: members.occursOn.exactOptional(),
    timeZone: members.timeZone.exactOptional(),
    locationId: idOf('location').nullable().exactOptional().meta({
      description:
        'Location to which the exception applies; null for all of the provider’s locations.',
    }),
    windows: dayWindows()
      .exactOptional()
      .meta({
        description: 'All hours of the day: at least one window for EXTRA, none for CLOSED.',
        example: [{ startTime: '09:00', endTime: '12:00' }],
      }),
  })
  .meta({ id: 'PatchScheduleException', example: { occursOn: '2026-12-13' } })
export type PatchScheduleException = z.infer<typeof PatchScheduleException>

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
