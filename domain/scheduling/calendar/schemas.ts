import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import { checkRange } from '../availability/schemas.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { instantRange } from '#platform/core/lists/paging.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instantText, timeZone } from '#platform/core/time/time.ts'

/** The maximum number of days: a month shown as six weeks. */
const MOST_DAYS = 42
/** Maximum number of appointments per response. */
export const MOST_APPOINTMENTS = 5_000

export const CalendarQuery = z
  .strictObject({
    ...instantRange('startsAt'),
    locationIds: commaSeparated(idOf('location'), 50)
      .optional()
      .meta({ description: 'Comma-separated IDs of locations. Defaults to all.' }),
    providerIds: commaSeparated(idOf('provider'), 100).optional().meta({
      description: 'Comma-separated IDs of providers. Defaults to the providers at the locations.',
    }),
    roomIds: commaSeparated(idOf('room'), 100).optional().meta({
      description: 'Comma-separated IDs of rooms. Defaults to the rooms at the locations.',
    }),
    timeZone: timeZone()
      .optional()
      .meta({ description: "IANA time zone of the response. Defaults to the centre's time zone." }),
  })
  .check(checkRange(MOST_DAYS))
  .check(({ value, issues }) => {
    for (const path of ['startsAt[gte]', 'startsAt[lt]'] as const)
      if (!value[path])
        issues.push({
          code: 'custom',
          input: undefined,
          path: [path],
          message: 'is required',
          params: because('required'),
        })
  })
export type CalendarQuery = z.output<typeof CalendarQuery>

const instantOf = (example: string) => instantText.meta({ example })
const range = {
  startsAt: instantOf('2026-12-01T09:00:00+01:00').meta({
    description: 'When the appointment begins, with the offset of the requested time zone.',
  }),
  endsAt: instantOf('2026-12-01T12:30:00+01:00').meta({
    description: 'When the appointment ends, with the offset of the requested time zone.',
  }),
}

const CalendarAppointment = resourceSchema('CalendarAppointment', {
  id: z.union([idOf('appointment'), idOf('groupAppointment')]).meta({
    description: 'ID of the appointment or group. A group is shown once.',
    example: exampleId('appointment'),
  }),
  status: z
    .enum(AppointmentStatus)
    .meta({ description: 'Status of the appointment.', example: 'CONFIRMED' }),
  type: z.enum(AppointmentType).meta({ description: 'Type of the appointment.' }),
  childId: idOf('child').nullable().meta({ description: 'The child; null for a group.' }),
  providerId: idOf('provider'),
  locationId: idOf('location'),
  roomId: idOf('room')
    .nullable()
    .meta({ description: 'Room that is booked; null if there is none.' }),
  serviceId: idOf('service')
    .nullable()
    .meta({ description: 'Service that was booked; null if only a type was booked.' }),
  childName: z.string().nullable().meta({
    description:
      'Full name of the child; null for a group, or if the caller lacks `children:read`.',
    example: 'Leo Chen',
  }),
  providerName: z
    .string()
    .meta({ description: 'Full name of the provider.', example: 'Dr. Ana Ruiz' }),
  locationName: z.string().meta({ description: 'Name of the location.', example: 'Berlin Mitte' }),
  roomName: z
    .string()
    .nullable()
    .meta({ description: 'Name of the room; null if there is none.', example: 'Room 2' }),
  serviceName: z.string().nullable().meta({
    description: 'Name of the service; null if there is none.',
    example: 'Speech therapy',
  }),
  ...range,
})
export type CalendarAppointment = z.infer<typeof CalendarAppointment>

export const Calendar = resourceSchema('Calendar', {
  timeZone: z.string().meta({
    description: 'Time zone of the response.',
    example: 'Europe/Berlin',
  }),
  providers: z
    .array(
      resourceSchema('CalendarProvider', {
        id: idOf('provider'),
        name: z
          .string()
          .meta({ description: 'Full name of the provider.', example: 'Dr. Ana Ruiz' }),
        working: z
          .array(z.strictObject({ locationId: idOf('location'), ...range }))
          .nullable()
          .meta({
            description: 'Working hours with locations; null if there is no schedule.',
            example: null,
          }),
        timeOff: z
          .array(z.strictObject(range))
          .meta({ description: 'Times when the provider is away.', example: [] }),
      }),
    )
    .meta({ description: 'Providers of the calendar.' }),
  rooms: z
    .array(
      resourceSchema('CalendarRoom', {
        id: idOf('room'),
        name: z.string().meta({ description: 'Name of the room.', example: 'Room 2' }),
        locationId: idOf('location'),
      }),
    )
    .meta({ description: 'Rooms of the calendar.' }),
  closed: z
    .array(z.strictObject({ locationId: idOf('location'), ...range }))
    .meta({ description: 'Closures of the locations.', example: [] }),
  appointments: z
    .array(CalendarAppointment)
    .meta({ description: 'Appointments and holds, ordered by start.' }),
})
export type Calendar = z.infer<typeof Calendar>
