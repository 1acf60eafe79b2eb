import { z } from 'zod'
import type { Appointment as AppointmentModel } from '#prisma/generated/client.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import { AppointmentType } from '../appointments/rules.ts'
import { CreateAppointment, Override, RescheduleAppointment } from '../appointments/schemas.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { inZone, instantText } from '#platform/core/time.ts'

export const GroupStatus = ['CONFIRMED', 'CANCELLED'] as const

/** By the centre: a guardian gives up a place, not the group. */
const Cancellation = z.strictObject({
  initiator: z.enum(['PROVIDER', 'ORGANIZATION']),
  reason: z.string(),
})

const price = {
  amount: z
    .int()
    .nullable()
    .meta({ description: 'Price of one place in minor units of the currency.', example: 4500 }),
  currency: z.string().nullable().meta({ example: 'EUR' }),
}

export const GroupAppointment = resourceSchema('GroupAppointment', {
  id: idOf('groupAppointment'),
  status: z.enum(GroupStatus),
  provider: z.strictObject({
    id: idOf('provider'),
    name: z.string().meta({ example: 'Dr. Ana Ruiz' }),
  }),
  type: z.enum(AppointmentType).meta({ example: 'GROUP_SESSION' }),
  startsAt: instantText.meta({ example: '2026-12-01T10:00:00+01:00' }),
  endsAt: instantText.meta({ example: '2026-12-01T11:00:00+01:00' }),
  serviceId: idOf('service'),
  locationId: idOf('location'),
  roomId: idOf('room').nullable(),
  capacity: z
    .int()
    .meta({ description: "The service's when the group was made; it stays.", example: 8 }),
  placesTaken: z.int().min(0).meta({ example: 3 }),
  notes: z.string().nullable().meta({ example: 'Bring indoor shoes.' }),
  ...price,
  cancellation: Cancellation.nullable().meta({ example: null }),
  override: Override.nullable().meta({ example: null }),
  ...recordMembers,
})
export type GroupAppointment = z.infer<typeof GroupAppointment>

export const CreateGroupAppointment = CreateAppointment.omit({ childId: true, holdId: true })
  .extend({
    type: z.enum(AppointmentType).default('GROUP_SESSION'),
    serviceId: idOf('service').meta({ description: 'One with a capacity above 1.' }),
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
    notes: prose(4000).exactOptional().meta({ description: "Of this child's place." }),
  })
  .meta({ id: 'JoinGroup', example: { childId: exampleId('child') } })
export type JoinGroup = z.infer<typeof JoinGroup>

export const CancelGroup = z
  .strictObject({ initiator: Cancellation.shape.initiator, reason: line(500) })
  .meta({ id: 'CancelGroup', example: { initiator: 'PROVIDER', reason: 'The provider is ill' } })
export type CancelGroup = z.infer<typeof CancelGroup>

export const RescheduleGroup = RescheduleAppointment.meta({
  id: 'RescheduleGroup',
  example: { startsAt: '2026-12-02T10:00:00+01:00' },
})
export type RescheduleGroup = z.infer<typeof RescheduleGroup>

export const PatchGroup = z
  .strictObject({ notes: prose(4000).nullable().exactOptional() })
  .meta({ id: 'PatchGroup', example: { notes: 'Bring outdoor shoes.' } })
export type PatchGroup = z.infer<typeof PatchGroup>

const Attendee = z.strictObject({
  appointmentId: idOf('appointment'),
  childId: idOf('child'),
  canCome: z.boolean().meta({ example: true }),
  conflictsWith: z.string().nullable().meta({
    description: "The child's other appointment at that time.",
    example: null,
  }),
  missingConsents: z.array(z.enum(ConsentKind)).meta({ example: [] }),
})
export type Attendee = z.infer<typeof Attendee>

export const RescheduledGroup = GroupAppointment.extend({
  dryRun: z.boolean().meta({ description: 'Whether this is what would be, and nothing was done.' }),
  attendees: z.array(Attendee).meta({ description: 'Of each place whether its child can come.' }),
}).meta({ id: 'RescheduledGroup' })
export type RescheduledGroup = z.infer<typeof RescheduledGroup>

export type GroupRow = Pick<
  AppointmentModel,
  | 'id'
  | 'status'
  | 'type'
  | 'startsAt'
  | 'endsAt'
  | 'zone'
  | 'serviceId'
  | 'locationId'
  | 'roomId'
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
  startsAt: inZone(row.startsAt, row.zone),
  endsAt: inZone(row.endsAt, row.zone),
  serviceId: row.serviceId!,
  locationId: row.locationId,
  roomId: row.roomId,
  capacity: row.capacity!,
  placesTaken: row._count.places,
  notes: row.notes,
  amount: row.amountMinor,
  currency: row.currency,
  cancellation: row.cancellation as GroupAppointment['cancellation'],
  override: row.override as GroupAppointment['override'],
  ...recordOf(row),
})

/** What the events about a group have in common. */
export const groupFacts = (row: {
  id: string
  type: GroupRow['type']
  startsAt: Date
  zone: string
  provider: { id: string }
  locationId: string
  serviceId: string | null
}) => ({
  groupId: row.id,
  providerId: row.provider.id,
  ...placeOf(row),
  type: row.type,
  startsAt: inZone(row.startsAt, row.zone),
})
