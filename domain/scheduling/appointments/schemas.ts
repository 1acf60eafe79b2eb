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
  initiator: z.enum(CancellationInitiator).meta({ description: 'Who called the appointment off.' }),
  reason: z.string().meta({ description: 'Why, in words.' }),
  late: z.boolean().meta({ description: 'Whether it came within the notice period.' }),
})
export type Cancellation = z.infer<typeof Cancellation>

const start = instant().meta({
  description:
    "ISO 8601 with an offset. The instant counts: another offset than the location's is converted to it in the answer.",
  example: '2026-12-01T10:00:00+01:00',
})

/** Rules that the permission booking-overrides:write can override. */
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
      .meta({ description: 'Rules that are set aside.' }),
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
      .meta({ description: 'The import that brought it along.', example: null }),
    groupId: idOf('groupAppointment')
      .nullable()
      .meta({ description: 'The group in which it is a place.', example: null }),
    notes: z.string().nullable().meta({
      description: 'Information for everybody who meets the family; null if none.',
      example: 'Bring the hearing report.',
    }),
    amount: z.int().nullable().meta({
      description: 'Price in minor units of the currency; 0 is free, null is not known.',
      example: 9500,
    }),
    currency: z.string().nullable().meta({
      description: 'Currency of the price, as an ISO 4217 code; null without a price.',
      example: 'EUR',
    }),
    cancellation: Cancellation.nullable().meta({
      description: 'Who called it off, and why; null unless it was cancelled.',
      example: null,
    }),
    absentParty: z
      .enum(['CLIENT', 'PROVIDER'])
      .nullable()
      .meta({ description: 'Who did not come; null unless it was a no-show.', example: null }),
    fee: AppointmentFee.nullable().meta({
      description: 'Of a cancellation or a no-show.',
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
        'Service to book: it says type, length, buffers and price. Required unless `type` or `holdId` is given.',
    }),
    type: z.enum(AppointmentType).exactOptional().meta({
      description:
        "Type of the appointment. Leave it out with serviceId: it is the service's, and another is refused. Without serviceId, the centre's default service for the type is booked; where the centre has none, an appointment of 60 minutes without a price.",
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
      description:
        'Room to book. Without it, a room that suits the service is taken, where the service needs one.',
    }),
    durationMinutes: z.int().min(5).max(1440).exactOptional().meta({
      description: "Defaults to the service's duration.",
      example: 45,
    }),
    holdId: idOf('hold').exactOptional().meta({
      description:
        'Books what is held. Child, provider and start must be those of the hold; its service, type, room, length and price are taken over.',
    }),
    override: Override.exactOptional().meta({
      description:
        'Sets rules aside; needs the permission booking-overrides:write. Nobody can be booked twice.',
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

/** An appointment after a verb, with consequences. */
export const AppointmentOutcome = outcomeSchema('AppointmentOutcome', Appointment, {
  followUpsStopped: z
    .array(ScheduledStep)
    .meta({ description: 'Steps planned before, such as reminders.' }),
  followUpsPlanned: z.array(ScheduledStep).meta({
    description: 'Next steps: notices and, for a new time, reminders and checks.',
  }),
  waitlist: z.array(WaitlistMatch).meta({
    description:
      'The first ten waitlist entries that can take the freed slot, in the order of offers.',
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
        'Room to book; null for none. Without it the room stays, but at another location one that suits the service is taken, where it needs one.',
    }),
    serviceId: idOf('service').exactOptional().meta({
      description:
        'Service that takes place instead. The appointment keeps its length, unless durationMinutes says another; its type, its price and its buffers are the new service’s.',
    }),
    durationMinutes: z.int().min(5).max(1440).nullable().exactOptional().meta({
      description: 'Another length in minutes; null for that of the service.',
      example: 60,
    }),
    locationId: idOf('location')
      .exactOptional()
      .meta({ description: 'Location at which it takes place instead; the provider works there.' }),
    type: z.enum(AppointmentType).exactOptional().meta({
      description:
        "Another type, of an appointment that has no service; with a service it is the service's.",
      example: 'THERAPY_SESSION',
    }),
    override: Override.exactOptional().meta({
      description:
        'Sets rules aside for the new place or service; needs the permission booking-overrides:write.',
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
    'Refunds a fee that is paid, instead of refusing with `fee_paid`; needs the permission refunds:write.',
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
      .meta({ description: 'Who calls the appointment off. A client may owe a fee.' }),
    reason: line(500).meta({ description: 'Why, in words.' }),
    waiveFee: WaiveFee.exactOptional().meta({
      description: 'Forgoes the fee; needs the scope admin.',
      example: { reason: 'The child is in hospital' },
    }),
  })
  .meta({ id: 'CancelAppointment', example: { initiator: 'CLIENT', reason: 'The child is ill' } })
export type CancelAppointment = z.infer<typeof CancelAppointment>

export const RescheduleAppointment = z
  .strictObject({
    startsAt: start,
    providerId: idOf('provider').exactOptional().meta({
      description: 'Provider who treats the child from now on. Without it, the same as before.',
    }),
    roomId: idOf('room').nullable().exactOptional().meta({
      description: 'Room for the new time; null for none. Without it, the same as before.',
    }),
    override: Override.exactOptional().meta({
      description: 'Sets rules aside for the new time; needs the permission to do so.',
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
    reason: line(500).meta({ description: 'Why the appointment should never have been there.' }),
  })
  .meta({ id: 'MarkInError', example: { reason: 'Entered for the wrong child' } })

export type AppointmentRow = OfChild<AppointmentModel> & { provider: { id: string; name: string } }

/** Fees decided by older versions lack the policy's amount. */
const feeOf = ({ fee: json }: Pick<AppointmentModel, 'fee'>): AppointmentFee | null => {
  const fee = fromJson(Appointment.shape.fee, json)
  return fee && { ...fee, policyAmount: fee.policyAmount ?? null }
}

/** The appointment as the API shows it. */
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
