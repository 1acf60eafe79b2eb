import { z } from 'zod'
import { CreateAppointment } from '../appointments/schemas.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { inZone, instantText, utcOrNull } from '#platform/core/time/time.ts'
import type { HeldRow } from './of-hold.ts'
import { HOLD_MINUTES, HoldStatus } from './rules.ts'

export const CreateHold = CreateAppointment.omit({ notes: true, holdId: true })
  .extend({
    minutes: z
      .int()
      .min(1)
      .max(HOLD_MINUTES.most)
      .default(HOLD_MINUTES.usual)
      .meta({
        description: `Number of minutes for which the slot is held, at most ${HOLD_MINUTES.most}.`,
      }),
  })
  .meta({
    id: 'CreateHold',
    example: {
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      serviceId: exampleId('service'),
      startsAt: '2026-12-01T10:00:00+01:00',
    },
  })
export type CreateHold = z.infer<typeof CreateHold>

export const Hold = resourceSchema('Hold', {
  id: idOf('hold').meta({ description: 'ID of the hold. Send it as `holdId` to book the slot.' }),
  status: z.enum(HoldStatus).meta({
    description:
      'BOOKED: the hold has become an appointment. EXPIRED: the hold’s time ended. RELEASED: the hold was released early. After EXPIRED and RELEASED the slot is free again.',
    example: 'ACTIVE',
  }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'Appointment that was booked with the hold; null if there is none.' }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: 'When the hold expires, in UTC; null once the slot is booked.',
    example: '2026-11-21T09:35:00.000Z',
  }),
  childId: idOf('child'),
  providerId: idOf('provider'),
  type: z.enum(AppointmentType).meta({ description: 'Type of the appointment.' }),
  serviceId: idOf('service')
    .nullable()
    .meta({ description: 'Service that would be booked; null if the hold has only a type.' }),
  locationId: idOf('location'),
  roomId: idOf('room')
    .nullable()
    .meta({ description: 'Room that is held; null if there is none.' }),
  startsAt: instantText.meta({
    description: 'When the slot begins, with the offset of its location.',
    example: '2026-12-01T10:00:00+01:00',
  }),
  endsAt: instantText.meta({
    description: 'When the slot ends, with the offset of its location.',
    example: '2026-12-01T10:45:00+01:00',
  }),
  amount: z.int().nullable().meta({
    description:
      'Price of the booking in minor units; 0 if it is free, null if the price is not known.',
    example: 9500,
  }),
  currency: z.string().nullable().meta({
    description: 'Currency of the price, as an ISO 4217 code; null if there is no price.',
    example: 'EUR',
  }),
  ...recordMembers,
})
export type Hold = z.infer<typeof Hold>

/** A hold as of an instant. Once its time has passed, it is expired, whether or not this was recorded. */
export const toHold = (row: HeldRow, now: Date): Hold => ({
  id: row.holdId,
  status: statusOf(row, now),
  appointmentId: row.heldUntil ? null : row.id,
  expiresAt: utcOrNull(row.heldUntil),
  childId: row.childId,
  providerId: row.provider.id,
  type: row.type,
  serviceId: row.serviceId,
  locationId: row.locationId,
  roomId: row.roomId,
  startsAt: inZone(row.startsAt, row.timeZone),
  endsAt: inZone(row.endsAt, row.timeZone),
  amount: row.amountMinor,
  currency: row.currency,
  ...recordOf(row),
})

const statusOf = ({ status, heldUntil, statusChangedAt }: HeldRow, now: Date): HoldStatus => {
  if (heldUntil === null) return 'BOOKED'
  if (status !== 'HELD') return statusChangedAt < heldUntil ? 'RELEASED' : 'EXPIRED'
  return heldUntil > now ? 'ACTIVE' : 'EXPIRED'
}
