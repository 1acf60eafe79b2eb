import { z } from 'zod'
import type { TimeOff as TimeOffModel } from '#prisma/generated/client.ts'
import { ALTERNATIVE_EXAMPLE } from '../availability/nearby-starts.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, instantText, utc } from '#platform/core/time/time.ts'
import { TimeOffStatus } from './rules.ts'

const reason = prose(500).meta({
  description:
    'Reason for the time off, for the centre only; null if none was given. It is never part of an event.',
  example: 'Holiday',
})

const members = {
  id: idOf('timeOff'),
  providerId: idOf('provider'),
  status: z
    .enum(TimeOffStatus)
    .meta({ description: 'Only APPROVED time off blocks bookings.', example: 'APPROVED' }),
  startsAt: instantText.meta({
    description: 'When the absence begins, in UTC.',
    example: '2026-12-21T07:00:00.000Z',
  }),
  endsAt: instantText.meta({
    description: 'When the absence ends, in UTC.',
    example: '2026-12-24T17:00:00.000Z',
  }),
  reason: reason.nullable().meta({
    description:
      'Reason for the time off, for the centre only; null if none was given. It is never part of an event.',
  }),
  ...recordMembers,
}

export const TimeOff = resourceSchema('TimeOff', members)
export type TimeOff = z.infer<typeof TimeOff>

const AffectedAppointment = z
  .strictObject({
    appointmentId: z.union([idOf('appointment'), idOf('groupAppointment')]).meta({
      description: 'ID of the appointment or group appointment.',
      example: exampleId('appointment'),
    }),
    startsAt: instantText.meta({
      description: 'When the appointment begins, with the offset of its location.',
      example: '2026-12-22T10:00:00+01:00',
    }),
    options: z
      .array(
        z.strictObject({
          providerId: idOf('provider').meta({ description: 'Provider who is free at that time.' }),
          locationId: idOf('location').meta({
            description: 'Location at which the provider is free.',
          }),
          startsAt: instantText.meta({
            description: 'Free start time, with the offset of the location.',
          }),
        }),
      )
      .meta({
        description:
          'The nearest start times to which the appointment can be moved with POST …/{id}/reschedule.',
        example: [ALTERNATIVE_EXAMPLE],
      }),
  })
  .meta({ id: 'AffectedAppointment' })
export type AffectedAppointment = z.infer<typeof AffectedAppointment>

const affected = {
  affectedCount: z.int().meta({
    description: 'Number of future appointments in the time off, including those not listed.',
    example: 1,
  }),
  affected: z
    .array(AffectedAppointment)
    .meta({ description: 'The first 50 appointments in the time off; the first 20 have options.' }),
}

/** Time off, with the appointments that it affects. */
export const TimeOffDetails = resourceSchema('TimeOffDetails', { ...members, ...affected })
export type TimeOffDetails = z.infer<typeof TimeOffDetails>

/** The appointments affected if a provider is absent from now on. */
export const AffectedAppointments = resourceSchema('AffectedAppointments', {
  ...affected,
  affectedCount: z.int().meta({
    description: 'Number of future appointments of the provider, including those not listed.',
    example: 1,
  }),
})
export type AffectedAppointments = z.infer<typeof AffectedAppointments>

export const CreateTimeOff = z
  .strictObject({
    providerId: idOf('provider'),
    startsAt: instant().meta({
      description: 'When the absence begins: ISO 8601 with an offset.',
      example: '2026-12-21T08:00:00+01:00',
    }),
    endsAt: instant().meta({
      description: 'When the absence ends: ISO 8601 with an offset.',
      example: '2026-12-24T18:00:00+01:00',
    }),
    reason: reason
      .exactOptional()
      .meta({ description: 'Reason for the time off, for the centre only, up to 500 characters.' }),
    approved: z.boolean().default(true).meta({
      description:
        'Whether the time off is approved immediately. If false, it is only requested, and somebody must approve it.',
    }),
  })
  .meta({
    id: 'CreateTimeOff',
    example: {
      providerId: exampleId('provider'),
      startsAt: '2026-12-21T08:00:00+01:00',
      endsAt: '2026-12-24T18:00:00+01:00',
      reason: 'Holiday',
    },
  })
export type CreateTimeOff = z.infer<typeof CreateTimeOff>

export const toTimeOff = (row: TimeOffModel): TimeOff => ({
  id: row.id,
  providerId: row.providerId,
  status: row.status as TimeOffStatus,
  startsAt: utc(row.startsAt),
  endsAt: utc(row.endsAt),
  reason: row.reason,
  ...recordOf(row),
})
