import { z } from 'zod'
import { MessageOutlook } from '#messaging/messages/outlook-schemas.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import type { Appointment as AppointmentModel } from '#prisma/generated/client.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import {
  CreateAppointment,
  Override,
  PatchAppointment,
  RescheduleAppointment,
} from '../appointments/schemas.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { inZone, instantText } from '#platform/core/time/time.ts'

export const GroupStatus = ['CONFIRMED', 'CANCELLED'] as const

/** Who cancelled the group. A guardian cancels a place, never the group. */
const Cancellation = z.strictObject({
  initiator: z.enum(['PROVIDER', 'ORGANIZATION']).meta({ description: 'Who cancelled the group.' }),
  reason: z.string().meta({ description: 'Reason, in words.' }),
})

const price = {
  amount: z.int().nullable().meta({
    description:
      'Price of one place in minor units of the currency; 0 if it is free, null if the price is not known.',
    example: 4500,
  }),
  currency: z.string().nullable().meta({
    description: 'Currency of the price, as an ISO 4217 code; null if there is no price.',
    example: 'EUR',
  }),
}

export const GroupAppointment = resourceSchema('GroupAppointment', {
  id: idOf('groupAppointment'),
  status: z.enum(GroupStatus).meta({ description: 'Status of the group.' }),
  provider: z
    .strictObject({
      id: idOf('provider'),
      name: z.string().meta({ description: 'Full name of the provider.', example: 'Dr. Ana Ruiz' }),
    })
    .meta({ description: 'Provider who leads the group.' }),
  type: z
    .enum(AppointmentType)
    .meta({ description: 'Type of the appointment.', example: 'GROUP_SESSION' }),
  startsAt: instantText.meta({
    description: 'When the group begins, with the offset of its location.',
    example: '2026-12-01T10:00:00+01:00',
  }),
  endsAt: instantText.meta({
    description: 'When the group ends, with the offset of its location.',
    example: '2026-12-01T11:00:00+01:00',
  }),
  serviceId: idOf('service'),
  locationId: idOf('location'),
  roomId: idOf('room')
    .nullable()
    .meta({ description: 'Room that is booked; null if there is none.' }),
  seriesId: idOf('series').nullable().meta({
    description: 'Series that the group belongs to; null if there is none.',
    example: null,
  }),
  capacity: z.int().meta({
    description:
      'Number of places. It is the service’s capacity when the group was created, and does not change.',
    example: 8,
  }),
  placesTaken: z
    .int()
    .min(0)
    .meta({ description: 'Number of children who have a place.', example: 3 }),
  notes: z.string().nullable().meta({
    description: 'Information for all families; null if there is none.',
    example: 'Bring indoor shoes.',
  }),
  ...price,
  cancellation: Cancellation.nullable().meta({
    description: 'Who cancelled the group, and why; null if it was not cancelled.',
    example: null,
  }),
  override: Override.nullable().meta({
    description: 'The rules that were overridden, and why; null if none were.',
    example: null,
  }),
  ...recordMembers,
})
export type GroupAppointment = z.infer<typeof GroupAppointment>

export const CreateGroupAppointment = CreateAppointment.omit({ childId: true, holdId: true })
  .extend({
    type: CreateAppointment.shape.type.meta({
      description:
        'Type of the group. Omit it: the service determines the type, and a different type is refused.',
      example: 'GROUP_SESSION',
    }),
    serviceId: idOf('service').meta({ description: 'Service with a capacity of more than 1.' }),
  })
  .meta({
    id: 'CreateGroupAppointment',
    example: {
      providerId: exampleId('provider'),
      serviceId: exampleId('service'),
      startsAt: '2026-12-01T10:00:00+01:00',
      notes: 'Bring indoor shoes.',
    },
  })
export type CreateGroupAppointment = z.infer<typeof CreateGroupAppointment>

export const JoinGroup = z
  .strictObject({
    childId: idOf('child'),
    notes: prose(4000).exactOptional().meta({ description: "Notes on this child's place." }),
  })
  .meta({ id: 'JoinGroup', example: { childId: exampleId('child') } })
export type JoinGroup = z.infer<typeof JoinGroup>

export const CancelGroup = z
  .strictObject({
    initiator: Cancellation.shape.initiator.meta({ description: 'Who cancels the group.' }),
    reason: line(500).meta({ description: 'Reason, in words.' }),
  })
  .meta({ id: 'CancelGroup', example: { initiator: 'PROVIDER', reason: 'The provider is ill' } })
export type CancelGroup = z.infer<typeof CancelGroup>

export const RescheduleGroup = RescheduleAppointment.meta({
  id: 'RescheduleGroup',
  example: { startsAt: '2026-12-02T10:00:00+01:00' },
})
export type RescheduleGroup = z.infer<typeof RescheduleGroup>

const { roomId, locationId, type, override } = PatchAppointment.shape
const roomToOverride = { roomId, locationId, type, override }

export const PatchGroup = z
  .strictObject({
    notes: prose(4000).nullable().exactOptional().meta({
      description: 'Information for all families, up to 4,000 characters; null removes it.',
    }),
    ...roomToOverride,
  })
  .meta({ id: 'PatchGroup', example: { notes: 'Bring outdoor shoes.' } })
export type PatchGroup = z.infer<typeof PatchGroup>

/** A place in a group: an appointment as the list of attendees shows it. */
export const GroupAttendee = resourceSchema('GroupAttendee', {
  appointmentId: idOf('appointment').meta({
    description: 'ID of the place. Use it for operations such as check-in and cancellation.',
  }),
  childId: idOf('child'),
  status: z
    .enum(AppointmentStatus)
    .meta({ description: 'Status of the place.', example: 'CONFIRMED' }),
  seat: z.int().meta({ description: 'Number of the place, counted from 1.', example: 1 }),
  notes: z
    .string()
    .nullable()
    .meta({ description: "Notes on this child's place; null if there are none.", example: null }),
  ...recordMembers,
})
export type GroupAttendee = z.infer<typeof GroupAttendee>

export const toGroupAttendee = (row: AppointmentModel): GroupAttendee => ({
  appointmentId: row.id,
  childId: row.childId!,
  status: row.status,
  seat: row.seat!,
  notes: row.notes,
  ...recordOf(row),
})

export const RecordAttendance = z
  .strictObject({
    attendees: z
      .array(
        z.strictObject({
          appointmentId: idOf('appointment').meta({ description: 'A place in the group.' }),
          status: z.enum(['CHECKED_IN', 'COMPLETED', 'NO_SHOW']).meta({
            description:
              'CHECKED_IN: the child has arrived. COMPLETED: the child attended. NO_SHOW: the child did not attend.',
            example: 'CHECKED_IN',
          }),
        }),
      )
      .min(1)
      .max(100)
      .meta({ description: 'Places with their attendance, at most 100.' }),
  })
  .meta({
    id: 'RecordAttendance',
    example: {
      attendees: [{ appointmentId: exampleId('appointment'), status: 'CHECKED_IN' }],
    },
  })
export type RecordAttendance = z.infer<typeof RecordAttendance>

const Attendee = z.strictObject({
  appointmentId: idOf('appointment'),
  childId: idOf('child'),
  canCome: z.boolean().meta({
    description: 'Whether the child is free at that time and has the required consents.',
    example: true,
  }),
  conflictsWith: z.string().nullable().meta({
    description: 'Another appointment of the child at that time; null if there is none.',
    example: null,
  }),
  missingConsents: z
    .array(z.enum(ConsentKind))
    .meta({ description: 'Required consents that the child lacks.', example: [] }),
})
export type Attendee = z.infer<typeof Attendee>

export const RescheduledGroup = outcomeSchema('RescheduledGroup', GroupAppointment, {
  attendees: z
    .array(Attendee)
    .meta({ description: 'For each place, whether its child can attend.' }),
  messages: z.array(MessageOutlook).meta({
    description: 'Who is told of the move, when, and who is not and why.',
    example: [],
  }),
})
export type RescheduledGroup = z.infer<typeof RescheduledGroup>

export type GroupRow = Pick<
  AppointmentModel,
  | 'id'
  | 'status'
  | 'type'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'serviceId'
  | 'locationId'
  | 'roomId'
  | 'seriesId'
  | 'capacity'
  | 'notes'
  | 'amountMinor'
  | 'currency'
  | 'cancellation'
  | 'override'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
> & { provider: { id: string; name: string }; _count: { places: number } }

export const toGroupAppointment = (row: GroupRow): GroupAppointment => ({
  id: row.id,
  status: row.status === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED',
  provider: { id: row.provider.id, name: row.provider.name },
  type: row.type,
  startsAt: inZone(row.startsAt, row.timeZone),
  endsAt: inZone(row.endsAt, row.timeZone),
  serviceId: row.serviceId!,
  locationId: row.locationId,
  roomId: row.roomId,
  seriesId: row.seriesId,
  capacity: row.capacity!,
  placesTaken: row._count.places,
  notes: row.notes,
  amount: row.amountMinor,
  currency: row.currency,
  cancellation: fromJson(GroupAppointment.shape.cancellation, row.cancellation),
  override: fromJson(GroupAppointment.shape.override, row.override),
  ...recordOf(row),
})

/** Members that all events about groups have in common. */
export const groupFacts = (row: {
  id: string
  type: GroupRow['type']
  startsAt: Date
  timeZone: string
  provider: { id: string }
  locationId: string
  serviceId: string | null
}) => ({
  groupId: row.id,
  providerId: row.provider.id,
  ...placeOf(row),
  type: row.type,
  startsAt: inZone(row.startsAt, row.timeZone),
})
