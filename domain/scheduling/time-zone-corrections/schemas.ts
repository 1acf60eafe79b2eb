import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instantText, timeZone } from '#platform/core/time/time.ts'
import { MOST_APPOINTMENTS } from './rules.ts'

const AppointmentTimes = ['KEEP_LOCAL_TIMES', 'KEEP_INSTANTS'] as const

const zone = (description: string, example: string) => timeZone().meta({ description, example })
const times = z.enum(AppointmentTimes)
const MEANING =
  'KEEP_LOCAL_TIMES: 09:00 stays 09:00, so appointments ahead move to another instant. Families are told as of any other move, which corrects the entries in their calendars. KEEP_INSTANTS: appointments stay where they are and are shown at the local time of the new zone.'

export const CorrectTimeZone = z
  .strictObject({
    timeZone: zone('The right time zone, as an IANA name.', 'Europe/Berlin'),
    appointments: times.meta({ description: MEANING, example: 'KEEP_LOCAL_TIMES' }),
  })
  .meta({
    id: 'CorrectTimeZone',
    example: { timeZone: 'Europe/Berlin', appointments: 'KEEP_LOCAL_TIMES' },
  })
export type CorrectTimeZone = z.infer<typeof CorrectTimeZone>

const counted = (what: string, example: number) => z.int().meta({ description: what, example })

export const TimeZoneCorrection = resourceSchema('TimeZoneCorrection', {
  dryRun: z.boolean().meta({ description: 'Whether this is a dry run, which changes nothing.' }),
  locationId: idOf('location'),
  previousTimeZone: zone('Time zone of the location until now.', 'UTC'),
  timeZone: zone('Time zone of the location from now on.', 'Europe/Berlin'),
  appointmentTimes: growing(times).meta({ description: MEANING, example: 'KEEP_LOCAL_TIMES' }),
  schedules: counted('Number of schedules whose hours are in the new zone from now on.', 4),
  scheduleExceptions: counted('Number of schedule exceptions ahead that took the new zone.', 1),
  series: counted(
    'Number of series that took the new zone. With KEEP_INSTANTS, series keep the zone in which they were planned.',
    2,
  ),
  appointments: z
    .array(
      z.strictObject({
        appointmentId: z.string().meta({
          description: 'ID of the appointment, or of the group appointment.',
          example: exampleId('appointment'),
        }),
        previousStartsAt: instantText.meta({
          description: 'Start until now, with the offset of the previous zone.',
          example: '2026-12-01T09:00:00+00:00',
        }),
        startsAt: instantText.meta({
          description: 'Start from now on, with the offset of the new zone.',
          example: '2026-12-01T09:00:00+01:00',
        }),
      }),
    )
    .meta({
      description: `Appointments ahead that took the new zone, at most ${MOST_APPOINTMENTS} per request.`,
    }),
  remaining: counted(
    'Number of appointments ahead that are still in the previous zone. To correct them, send the request again.',
    0,
  ),
})
export type TimeZoneCorrection = z.infer<typeof TimeZoneCorrection>
