import { z } from 'zod'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import type { Appointment as AppointmentModel } from '#prisma/generated/client.ts'
import { CancellationLine } from '../cancellations/cancellation-line.ts'
import { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import type { BlockCode } from '../availability/rules.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { inZone, instant, instantText, utcOrNull } from '#platform/core/time/time.ts'
import { MessageOutlook } from '#messaging/messages/outlook-schemas.ts'
import { ScheduledStep } from '#messaging/follow-ups/schemas.ts'
import { WaitlistMatch } from '../waitlist/waitlist-match.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import {
  meetingUrl,
  placingMembers,
  type Placing,
} from '#organization/services/places-of-service.ts'
import type { OfChild } from '#people/children/of-child.ts'

export const CancellationInitiator = ['CLIENT', 'PROVIDER', 'ORGANIZATION'] as const

export const Cancellation = z.strictObject({
  initiator: z.enum(CancellationInitiator).meta({ description: 'Who cancelled the appointment.' }),
  reason: z.string().meta({ description: 'Reason, in words.' }),
  late: z
    .boolean()
    .meta({ description: 'Whether the appointment was cancelled within the notice period.' }),
})
export type Cancellation = z.infer<typeof Cancellation>

const start = instant().meta({
  description:
    'ISO 8601 with an offset. The response shows the same instant with the offset of the location.',
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
      .meta({ description: 'Rules to override.' }),
    reason: line(500).meta({ description: 'Reason for the override, kept with the appointment.' }),
  })
  .meta({
    id: 'BookingOverride',
    example: { rules: ['outside_hours'], reason: 'The family can only come in the evening' },
  })
export type Override = z.infer<typeof Override>

/** Records a visit that took place, by which its time may be in the past. */
export const LATE_ENTRY = 'late_entry'

/** The override of a new appointment, which can also record a visit that took place. */
const NewOverride = z
  .strictObject({
    rules: z
      .array(z.enum([...OVERRIDABLE, LATE_ENTRY]))
      .min(1)
      .max(OVERRIDABLE.length + 1)
      .meta({
        description:
          'Rules to override. `late_entry` records a visit that took place and is over, at most the organization’s `lateEntryDays` ago. It is COMPLETED at once, with session, authorized units and packages as any other, and families are sent nothing about it.',
      }),
    reason: Override.shape.reason,
  })
  .meta({
    id: 'NewBookingOverride',
    example: { rules: ['late_entry'], reason: 'The system was down.' },
  })
export type NewOverride = z.infer<typeof NewOverride>

export const Appointment = z
  .strictObject({
    id: idOf('appointment'),
    status: z.enum(AppointmentStatus).meta({
      description:
        'Status of the appointment. To change it, use the operations for that, such as cancel or check-in.',
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
      .meta({ description: 'Provider who treats the child.' }),
    type: z.enum(AppointmentType).meta({ description: 'Type of the appointment.' }),
    startsAt: instantText.meta({
      description: 'When the appointment begins, with the offset of its location.',
      example: '2026-12-01T10:00:00+01:00',
    }),
    endsAt: instantText.meta({
      description: 'When the appointment ends, with the offset of its location.',
      example: '2026-12-01T10:45:00+01:00',
    }),
    serviceId: idOf('service')
      .nullable()
      .meta({ description: 'Service that was booked; null if only a type was booked.' }),
    locationId: idOf('location'),
    roomId: idOf('room')
      .nullable()
      .meta({ description: 'Room that is booked; null if there is none.' }),
    seriesId: idOf('series').nullable().meta({
      description: 'Series that the appointment belongs to; null if there is none.',
      example: null,
    }),
    importId: idOf('appointmentImport').nullable().meta({
      description: 'Import that created the appointment; null if there is none.',
      example: null,
    }),
    groupId: idOf('groupAppointment').nullable().meta({
      description: 'Group in which this appointment is a place; null if there is none.',
      example: null,
    }),
    notes: z.string().nullable().meta({
      description: 'Information for everybody who meets the family; null if there is none.',
      example: 'Bring the hearing report.',
    }),
    amount: z.int().nullable().meta({
      description:
        'Price in minor units of the currency; 0 if it is free, null if the price is not known.',
      example: 9500,
    }),
    currency: z.string().nullable().meta({
      description: 'Currency of the price, as an ISO 4217 code; null if there is no price.',
      example: 'EUR',
    }),
    cancellation: Cancellation.nullable().meta({
      description: 'Who cancelled the appointment, and why; null if it was not cancelled.',
      example: null,
    }),
    absentParty: z.enum(['CLIENT', 'PROVIDER']).nullable().meta({
      description: 'Who did not attend; null if the appointment was not a no-show.',
      example: null,
    }),
    fee: AppointmentFee.nullable().meta({
      description: 'Fee for a cancellation or a no-show.',
      example: null,
    }),
    feeWaiverReason: z.string().nullable().meta({
      description: 'Reason for waiving the fee; null if it was not waived.',
      example: null,
    }),
    declineReason: z
      .string()
      .nullable()
      .meta({ description: 'Reason given by the provider for declining.', example: null }),
    override: Override.nullable().meta({
      description: 'The rules that were overridden, and why.',
      example: null,
    }),
    lateEntry: z.boolean().meta({
      description:
        'Whether the visit was recorded after it took place (`late_entry` in `override` of the request).',
      example: false,
    }),
    familyConfirmedAt: z.iso.datetime().nullable().meta({
      description:
        'When the family confirmed that it will come, in UTC; null if it has not, or if the appointment was moved to another time since.',
      example: null,
    }),
    ...placingMembers,
    meetingUrl: z.string().nullable().meta({
      description:
        'Link to the video visit: the appointment’s own, or the provider’s. Null unless the modality is TELEHEALTH, or if there is none.',
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
        'Service to book. It determines the type, length, buffers and price. Required unless `type` or `holdId` is sent.',
    }),
    type: z.enum(AppointmentType).exactOptional().meta({
      description:
        "Type of the appointment. Omit it if you send serviceId, which determines the type; a different type is refused. If you omit serviceId, the centre's default service for the type is booked; if there is none, the appointment takes 60 minutes and has no price.",
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
      description: 'Room to book. Defaults to a suitable room, if the service requires one.',
    }),
    durationMinutes: z.int().min(5).max(1440).exactOptional().meta({
      description: "Defaults to the service's duration.",
      example: 45,
    }),
    holdId: idOf('hold').exactOptional().meta({
      description:
        'Hold whose slot is booked. The child, provider and start must match the hold, which determines the service, type, room, length and price.',
    }),
    modality: placingMembers.modality.exactOptional().meta({
      description: 'How the visit takes place. Defaults to the service’s modality.',
    }),
    placeOfService: placingMembers.placeOfService.exactOptional().meta({
      description:
        'Place of service. Defaults to the service’s; it must fit the modality: TELEHEALTH_HOME and TELEHEALTH_OTHER only fit TELEHEALTH and PHONE.',
    }),
    meetingUrl: meetingUrl.exactOptional().meta({
      description:
        'https URL of the video visit with the centre’s own provider. Defaults to the provider’s `meetingUrl`. Families see it for TELEHEALTH visits.',
      example: 'https://video.example.com/visit-1',
    }),
    override: NewOverride.exactOptional().meta({
      description:
        'Overrides booking rules; requires the permission booking-overrides:write. Nobody can be double-booked.',
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
    .meta({ description: 'Steps that will no longer happen, such as reminders.' }),
  followUpsPlanned: z.array(ScheduledStep).meta({
    description: 'Next planned steps: notices and, for a new time, reminders and checks.',
  }),
  waitlist: z.array(WaitlistMatch).meta({
    description:
      'The first ten waitlist entries that fit the freed slot, in the order in which it will be offered.',
    example: [],
  }),
  consequences: z.array(CancellationLine).meta({
    description:
      'Automatic consequences of the cancellation, in order, with amounts: refunds or credit, offers of the slot, and messages. Empty if the appointment is not cancelled.',
  }),
  messages: z.array(MessageOutlook).meta({
    description: 'Who is told of the change, when, and who is not and why.',
    example: [],
  }),
})
export type AppointmentOutcome = z.infer<typeof AppointmentOutcome>

export const PatchAppointment = z
  .strictObject({
    notes: prose(4000).nullable().exactOptional().meta({
      description:
        'Information for everybody who meets the family, up to 4,000 characters; null removes it.',
    }),
    modality: placingMembers.modality.exactOptional().meta({
      description:
        'How the visit takes place. A place of service that does not fit it is removed. Messages that are sent later show the change; it has no notice of its own.',
    }),
    placeOfService: placingMembers.placeOfService.exactOptional(),
    meetingUrl: meetingUrl.nullable().exactOptional().meta({
      description: 'https URL of the video visit; null to use the provider’s.',
      example: 'https://video.example.com/visit-1',
    }),
    roomId: idOf('room').nullable().exactOptional().meta({
      description:
        'Room to book; null for none. Defaults to the current room; at another location, a suitable room is chosen if the service requires one.',
    }),
    serviceId: idOf('service').exactOptional().meta({
      description:
        'New service. The appointment keeps its length, unless you send durationMinutes; its type, price and buffers become those of the new service.',
    }),
    durationMinutes: z.int().min(5).max(1440).nullable().exactOptional().meta({
      description: 'New length in minutes; null to use the service’s length.',
      example: 60,
    }),
    locationId: idOf('location')
      .exactOptional()
      .meta({ description: 'New location. The provider must work there.' }),
    type: z.enum(AppointmentType).exactOptional().meta({
      description:
        'New type, only for an appointment without a service. A service determines its type.',
      example: 'THERAPY_SESSION',
    }),
    override: Override.exactOptional().meta({
      description:
        'Overrides booking rules for the new location or service; requires the permission booking-overrides:write.',
    }),
  })
  .meta({ id: 'PatchAppointment', example: { notes: 'Use the side entrance.' } })
export type PatchAppointment = z.infer<typeof PatchAppointment>

const WaiveFee = z
  .strictObject({
    reason: line(500).meta({ description: 'Reason for waiving the fee, for the record.' }),
  })
  .meta({ id: 'WaiveFee', example: { reason: 'The child is in hospital' } })

const refundFee = z.boolean().exactOptional().meta({
  description:
    'Refunds a fee that is already paid, instead of failing with `fee_paid`; requires the permission refunds:write.',
  example: true,
})

export const WaiveAppointmentFee = WaiveFee.extend({ refundFee }).meta({
  id: 'WaiveAppointmentFee',
  example: { reason: 'The child is in hospital' },
})
export type WaiveAppointmentFee = z.infer<typeof WaiveAppointmentFee>

export const UndoAppointment = z
  .strictObject({
    refundFee,
    reason: line(500).exactOptional().meta({
      description: 'Why, for the history of the appointment.',
      example: 'They were in the other room',
    }),
  })
  .meta({
    id: 'UndoAppointment',
    example: { refundFee: true, reason: 'They were in the other room' },
  })
export type UndoAppointment = z.infer<typeof UndoAppointment>

export const CancelAppointment = z
  .strictObject({
    initiator: z
      .enum(CancellationInitiator)
      .meta({ description: 'Who cancels the appointment. If a client cancels, a fee may be due.' }),
    reason: line(500).meta({ description: 'Reason, in words.' }),
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
      description: 'New provider. Defaults to the current provider.',
    }),
    roomId: idOf('room').nullable().exactOptional().meta({
      description: 'Room for the new time; null for none. Defaults to the current room.',
    }),
    override: Override.exactOptional().meta({
      description:
        'Overrides booking rules for the new time; requires the permission booking-overrides:write.',
    }),
  })
  .meta({ id: 'RescheduleAppointment', example: { startsAt: '2026-12-02T10:00:00+01:00' } })
export type RescheduleAppointment = z.infer<typeof RescheduleAppointment>

export const NoShow = z
  .strictObject({
    absentParty: z
      .enum(['CLIENT', 'PROVIDER'])
      .meta({ description: 'Who did not attend. If the client was absent, a fee may be due.' }),
  })
  .meta({ id: 'NoShow', example: { absentParty: 'CLIENT' } })

export const DeclineAppointment = z
  .strictObject({
    reason: line(500).meta({ description: 'Reason given by the provider for declining.' }),
  })
  .meta({ id: 'DeclineAppointment', example: { reason: 'On training that week' } })

export const MarkInError = z
  .strictObject({
    reason: line(500).meta({
      description: 'Reason for marking the appointment as entered in error.',
    }),
  })
  .meta({ id: 'MarkInError', example: { reason: 'Entered for the wrong child' } })

/** Includes what an appointment shows of its provider. */
export const withProvider = {
  provider: { select: { id: true, name: true, meetingUrl: true } },
} as const

export type AppointmentRow = OfChild<AppointmentModel> & {
  provider: { id: string; name: string; meetingUrl: string | null }
}

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
  lateEntry: row.lateEntry,
  familyConfirmedAt: utcOrNull(row.familyConfirmedAt),
  modality: row.modality as Placing['modality'],
  placeOfService: row.placeOfService as Placing['placeOfService'],
  meetingUrl: row.modality === 'TELEHEALTH' ? (row.meetingUrl ?? row.provider.meetingUrl) : null,
  ...recordOf(row),
})
