import { z } from 'zod'
import { AppointmentType } from '../appointments/rules.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import { checkRange, idList } from '../availability/schemas.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { instantRange } from '#platform/core/paging.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { instantText, zone } from '#platform/core/time.ts'

/** A month as six weeks of a wall calendar. */
const MOST_DAYS = 42
/** Appointments that one answer holds. */
export const MOST_APPOINTMENTS = 5_000

export const CalendarQuery = z
  .strictObject({
    ...instantRange('startsAt'),
    locationIds: idList('location', 50)
      .optional()
      .meta({ description: 'Comma-separated. Without it: all.' }),
    providerIds: idList('provider', 100)
      .optional()
      .meta({ description: 'Comma-separated. Without it: those of the locations.' }),
    roomIds: idList('room', 100)
      .optional()
      .meta({ description: 'Comma-separated. Without it: those of the locations.' }),
    zone: zone()
      .optional()
      .meta({ description: "IANA zone to answer in. Defaults to the centre's." }),
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
          params: { code: 'required' },
        })
  })
export type CalendarQuery = z.output<typeof CalendarQuery>

const instantOf = (example: string) => instantText.meta({ example })
const range = {
  startsAt: instantOf('2026-12-01T09:00:00+01:00'),
  endsAt: instantOf('2026-12-01T12:30:00+01:00'),
}

const CalendarAppointment = resourceSchema('CalendarAppointment', {
  id: z
    .union([idOf('appointment'), idOf('groupAppointment')])
    .meta({ description: 'A group is shown once.', example: exampleId('appointment') }),
  status: z.enum(AppointmentStatus).meta({ example: 'CONFIRMED' }),
  type: z.enum(AppointmentType),
  childId: idOf('child').nullable().meta({ description: 'Null for a group.' }),
  providerId: idOf('provider'),
  locationId: idOf('location'),
  roomId: idOf('room').nullable(),
  serviceId: idOf('service').nullable(),
  ...range,
})
export type CalendarAppointment = z.infer<typeof CalendarAppointment>

export const Calendar = resourceSchema('Calendar', {
  zone: z.string().meta({ example: 'Europe/Berlin' }),
  providers: z.array(
    resourceSchema('CalendarProvider', {
      id: idOf('provider'),
      name: z.string().meta({ example: 'Dr. Ana Ruiz' }),
      working: z
        .array(z.strictObject({ locationId: idOf('location'), ...range }))
        .nullable()
        .meta({
          description: 'Where and when they work; null: no schedule says so.',
          example: null,
        }),
      timeOff: z.array(z.strictObject(range)).meta({ example: [] }),
    }),
  ),
  rooms: z.array(
    resourceSchema('CalendarRoom', {
      id: idOf('room'),
      name: z.string().meta({ example: 'Room 2' }),
      locationId: idOf('location'),
    }),
  ),
  closed: z
    .array(z.strictObject({ locationId: idOf('location'), ...range }))
    .meta({ description: 'Closures of the locations.', example: [] }),
  appointments: z
    .array(CalendarAppointment)
    .meta({ description: 'What takes a slot, holds included, by start.' }),
})
export type Calendar = z.infer<typeof Calendar>
