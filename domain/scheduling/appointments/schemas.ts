import { z } from 'zod'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import type { Appointment as AppointmentModel } from '#prisma/generated/client.ts'
import { CancellationLine } from '../cancellations/cancellation-line.ts'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import type { BlockCode } from '../availability/rules.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { inZone, instant, instantText } from '#platform/core/time/time.ts'
import { ScheduledStep } from '#messaging/follow-ups/schemas.ts'
import { WaitlistMatch } from '../waitlist/waitlist-match.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import type { OfChild } from '#people/children/of-child.ts'

export const CancellationInitiator = ['CLIENT', 'PROVIDER', 'ORGANIZATION'] as const

export const Cancellation = z.strictObject({
  initiator: z.enum(CancellationInitiator).meta({ description: 'Who cancelled the appointment.' }),
  reason: z.string().meta({ description: 'Why, in words.' }),
  late: z.boolean().meta({ description: 'Whether it came within the notice period.' }),
})
export type Cancellation = z.infer<typeof Cancellation>

const start = instant().meta({
  description:
    "ISO 8601 with an offset. The instant counts: the response converts it to the location's offset.",
  example: '2026-12-01T10:00:00+01:00',
})

/** Rules that callers with the permission booking-overrides:write can override. */
const OVERRIDABLE = [
  'too_soon',
  'too_far_ahead',
  'not_on_grid',
  'outside_hours',
  'location_closed',
  'time_off',
  'daily_cap',
] as const satisfies BlockCode[]

export const Override = z
  .strictObject({
    rules: z
      .array(z.enum(OVERRIDABLE))
      .min(1)
      .max(OVERRIDABLE.length)
      .meta({ description: 'Rules to set aside.' }),
    reason: line(500).meta({ description: 'Why they are set aside, for the record.' }),
  })
  .meta({
    id: 'BookingOverride',
    example: { rules: ['outside_hours'], reason: 'The family can only come in the evening' },
  })
export type Override = z.infer<typeof Override>

export const Appointment = z
  .strictObject({
    id: idOf('appointment'),
    status: z.enum(AppointmentStatus).meta({
      description: 'Status of the appointment. Operations such as cancel or check-in change it.',
      example: 'CONFIRMED',
    }),
    childId: idOf('child'),
    provider: z
      .strictObject({
        id: idOf('provider'),
        name: z
          .string()
          .meta({ description: 'Full name of the provider.', example: 'Dr. Ana Ruiz' }),
      })
      .meta({ description: 'Who treats the child.' }),
    type: z.enum(AppointmentType).meta({ description: 'Type of the appointment.' }),
    startsAt: instantText.meta({
      description: 'When it begins, with the offset of its location.',
      example: '2026-12-01T10:00:00+01:00',
    }),
    endsAt: instantText.meta({
      description: 'When it ends, with the offset of its location.',
      example: '2026-12-01T10:45:00+01:00',
    }),
    serviceId: idOf('service')
      .nullable()
      .meta({ description: 'Service that was booked; null when the appointment has a type only.' }),
    locationId: idOf('location'),
    roomId: idOf('room').nullable().meta({ description: 'Room that is booked; null for none.' }),
    seriesId: idOf('series')
      .nullable()
      .meta({ description: 'The series it belongs to.', example: null }),
    importId: idOf('appointmentImport')
      .nullable()
      .meta({ description: 'The import that created it.', example: null }),
    groupId: idOf('groupAppointment')
      .nullable()
      .meta({ description: 'The group of which it is a place.', example: null }),
    notes: z.string().nullable().meta({
      description: 'Information for everybody who meets the family; null for none.',
      example: 'Bring the hearing report.',
    }),
    amount: z.int().nullable().meta({
      description: 'Price in minor units of the currency; 0 for free, null for unknown.',
      example: 9500,
    }),
    currency: z.string().nullable().meta({
      description: 'Currency of the price, as an ISO 4217 code; null without a price.',
      example: 'EUR',
    }),
    cancellation: Cancellation.nullable().meta({
      description: 'Who cancelled it, and why; null unless it was cancelled.',
      example: null,
    }),
    absentParty: z
      .enum(['CLIENT', 'PROVIDER'])
      .nullable()
      .meta({ description: 'Who did not come; null unless it was a no-show.', example: null }),
    fee: AppointmentFee.nullable().meta({
      description: 'Fee of a cancellation or a no-show.',
      example: null,
    }),
    feeWaiverReason: z
      .string()
      .nullable()
      .meta({ description: 'Why the fee was waived; null unless it was.', example: null }),
    declineReason: z
      .string()
      .nullable()
      .meta({ description: 'Why the provider declined it.', example: null }),
    override: Override.nullable().meta({
      description: 'The rules that were set aside for it, and why.',
      example: null,
    }),
    ...recordMembers,
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.infer<typeof Appointment>

export const CreateAppointment = z
  .strictObject({
    childId: idOf('child'),
    providerId: idOf('provider'),
    serviceId: idOf('service').exactOptional().meta({
      description:
        'Service to book: it determines type, length, buffers and price. Required unless `type` or `holdId` is sent.',
    }),
    type: z.enum(AppointmentType).exactOptional().meta({
      description:
        "Type of the appointment. Omit it with serviceId, which determines the type; a different one is refused. Without serviceId, the centre's default service for the type is booked; without such a service, an appointment of 60 minutes without a price.",
      example: 'THERAPY_SESSION',
    }),
    startsAt: start,
    notes: prose(4000).exactOptional().meta({
      description: 'Information for everybody who meets the family, up to 4,000 characters.',
      example: 'Bring the hearing report.',
    }),
    locationId: idOf('location')
      .exactOptional()
      .meta({ description: "Defaults to the provider's first location." }),
    roomId: idOf('room').exactOptional().meta({
      description: 'Room to book. By default, a suitable room if the service needs one.',
    }),
    durationMinutes: z.int().min(5).max(1440).exactOptional().meta({
      description: "Defaults to the service's duration.",
      example: 45,
    }),
    holdId: idOf('hold').exactOptional().meta({
      description:
        'Books the held slot. Child, provider and start must match the hold; its service, type, room, length and price are used.',
    }),
    override: Override.exactOptional().meta({
      description:
        'Sets rules aside; requires the permission booking-overrides:write. Nobody can be double-booked.',
    }),
  })
  .meta({
    id: 'CreateAppointment',
    example: {
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      serviceId: exampleId('service'),
      startsAt: '2026-12-01T10:00:00+01:00',
      notes: 'Bring the hearing report.',
    },
  })
export type CreateAppointment = z.infer<typeof CreateAppointment>

/** An appointment after a verb, with the consequences. */
export const AppointmentOutcome = outcomeSchema('AppointmentOutcome', Appointment, {
  followUpsStopped: z
    .array(ScheduledStep)
    .meta({ description: 'Steps planned earlier, such as reminders.' }),
  followUpsPlanned: z.array(ScheduledStep).meta({
    description: 'Next steps: notices and, for a new time, reminders and checks.',
  }),
  waitlist: z.array(WaitlistMatch).meta({
    description: 'The first ten waitlist entries that fit the freed slot, in the order of offers.',
    example: [],
  }),
  consequences: z.array(CancellationLine).meta({
    description:
      'Automatic consequences of the cancellation, in order, with amounts: refunds or credit, offers of the slot, messages. Empty if the appointment takes place.',
  }),
})
export type AppointmentOutcome = z.infer<typeof AppointmentOutcome>

export const PatchAppointment = z
  .strictObject({
    notes: prose(4000).nullable().exactOptional().meta({
      description:
        'Information for everybody who meets the family, up to 4,000 characters; null removes it.',
    }),
    roomId: idOf('room').nullable().exactOptional().meta({
      description:
        'Room to book; null for none. By default the room stays; at another location, a suitable one is used if the service needs one.',
    }),
    serviceId: idOf('service').exactOptional().meta({
      description:
        'New service. The appointment keeps its length, unless durationMinutes changes it; its type, price and buffers become the new service’s.',
    }),
    durationMinutes: z.int().min(5).max(1440).nullable().exactOptional().meta({
      description: 'New length in minutes; null for the service’s.',
      example: 60,
    }),
    locationId: idOf('location')
      .exactOptional()
      .meta({ description: 'New location, at which the provider must work.' }),
    type: z.enum(AppointmentType).exactOptional().meta({
      description: 'New type, for an appointment without a service; a service determines the type.',
      example: 'THERAPY_SESSION',
    }),
    override: Override.exactOptional().meta({
      description:
        'Sets rules aside for the new place or service; requires the permission booking-overrides:write.',
    }),
  })
  .meta({ id: 'PatchAppointment', example: { notes: 'Use the side entrance.' } })
export type PatchAppointment = z.infer<typeof PatchAppointment>

const WaiveFee = z
  .strictObject({
    reason: line(500).meta({ description: 'Why the fee is waived, for the record.' }),
  })
  .meta({ id: 'WaiveFee', example: { reason: 'The child is in hospital' } })

const refundFee = z.boolean().exactOptional().meta({
  description:
    'Refunds a paid fee, instead of refusing with `fee_paid`; requires the permission refunds:write.',
  example: true,
})

export const WaiveAppointmentFee = WaiveFee.extend({ refundFee }).meta({
  id: 'WaiveAppointmentFee',
  example: { reason: 'The child is in hospital' },
})
export type WaiveAppointmentFee = z.infer<typeof WaiveAppointmentFee>

export const UndoAppointment = z
  .strictObject({ refundFee })
  .meta({ id: 'UndoAppointment', example: { refundFee: true } })
export type UndoAppointment = z.infer<typeof UndoAppointment>

export const CancelAppointment = z
  .strictObject({
    initiator: z
      .enum(CancellationInitiator)
      .meta({ description: 'Who cancels the appointment. A client may owe a fee.' }),
    reason: line(500).meta({ description: 'Why, in words.' }),
    waiveFee: WaiveFee.exactOptional().meta({
      description: 'Waives the fee; requires the scope admin.',
      example: { reason: 'The child is in hospital' },
    }),
  })
  .meta({ id: 'CancelAppointment', example: { initiator: 'CLIENT', reason: 'The child is ill' } })
export type CancelAppointment = z.infer<typeof CancelAppointment>

export const RescheduleAppointment = z
  .strictObject({
    startsAt: start,
    providerId: idOf('provider').exactOptional().meta({
      description: 'New provider. Default: the same as before.',
    }),
    roomId: idOf('room').nullable().exactOptional().meta({
      description: 'Room for the new time; null for none. Default: the same as before.',
    }),
    override: Override.exactOptional().meta({
      description: 'Sets rules aside for the new time; requires the permission to do so.',
    }),
  })
  .meta({ id: 'RescheduleAppointment', example: { startsAt: '2026-12-02T10:00:00+01:00' } })
export type RescheduleAppointment = z.infer<typeof RescheduleAppointment>

export const NoShow = z
  .strictObject({
    absentParty: z
      .enum(['CLIENT', 'PROVIDER'])
      .meta({ description: 'Who did not come. A client may owe a fee.' }),
  })
  .meta({ id: 'NoShow', example: { absentParty: 'CLIENT' } })

export const DeclineAppointment = z
  .strictObject({ reason: line(500).meta({ description: 'Why the provider declines.' }) })
  .meta({ id: 'DeclineAppointment', example: { reason: 'On training that week' } })

export const MarkInError = z
  .strictObject({
    reason: line(500).meta({ description: 'Why the appointment was entered in error.' }),
  })
  .meta({ id: 'MarkInError', example: { reason: 'Entered for the wrong child' } })

export type AppointmentRow = OfChild<AppointmentModel> & { provider: { id: string; name: string } }

/** Fees that older versions decided lack the policy's amount. */
const feeOf = ({ fee: json }: Pick<AppointmentModel, 'fee'>): AppointmentFee | null => {
  const fee = fromJson(Appointment.shape.fee, json)
  return fee && { ...fee, policyAmount: fee.policyAmount ?? null }
}

/** An appointment in its API form. */
export const toAppointment = (row: AppointmentRow): Appointment => ({
  id: row.id,
  status: row.status,
  childId: row.childId,
  provider: { id: row.provider.id, name: row.provider.name },
  type: row.type,
  startsAt: inZone(row.startsAt, row.timeZone),
  endsAt: inZone(row.endsAt, row.timeZone),
  serviceId: row.serviceId,
  locationId: row.locationId,
  roomId: row.roomId,
  seriesId: row.seriesId,
  importId: row.importId,
  groupId: row.groupId,
  notes: row.notes,
  amount: row.amountMinor,
  currency: row.currency,
  cancellation: fromJson(Appointment.shape.cancellation, row.cancellation),
  absentParty: row.absentParty,
  fee: feeOf(row),
  feeWaiverReason: row.feeWaiverReason,
  declineReason: row.declineReason,
  override: fromJson(Appointment.shape.override, row.override),
  ...recordOf(row),
})
