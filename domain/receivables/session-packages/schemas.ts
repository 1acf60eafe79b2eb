import { z } from 'zod'
import type {
  SessionPackage as PackageModel,
  SessionPackageMovement as MovementModel,
} from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull, utc } from '#platform/core/time/time.ts'
import { PackageMovementKind } from './rules.ts'

export const SessionPackage = resourceSchema('SessionPackage', {
  id: idOf('sessionPackage'),
  orderId: idOf('order').meta({ description: 'The order that bought it.' }),
  transferredFromId: idOf('sessionPackage').nullable().meta({
    description: 'The sibling’s package from which it was transferred; null for none.',
    example: null,
  }),
  childId: idOf('child').meta({ description: 'Child whose appointments use it.' }),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'The client who bought it; null for none.',
      example: exampleId('client'),
    }),
  payerId: idOf('payer').nullable().meta({
    description: 'The payer of the order; null for none.',
    example: null,
  }),
  serviceId: idOf('service')
    .nullable()
    .meta({
      description: 'Service of the sessions; null for any.',
      example: exampleId('service'),
    }),
  description: z.string().meta({ description: 'Name, as on the order.', example: 'Ten sessions' }),
  balance: z.int().meta({ description: 'How many sessions are left.', example: 9 }),
  expiresOn: calendarDate().nullable().meta({
    description: 'The last day on which a session can be used; null for no end.',
    example: '2027-11-24',
  }),
  ...recordMembers,
})
export type SessionPackage = z.infer<typeof SessionPackage>

export const SessionPackageMovement = resourceSchema('SessionPackageMovement', {
  id: idOf('sessionPackageMovement'),
  kind: growing(z.enum(PackageMovementKind)).meta({
    description:
      'Bought, used by an appointment that took place, returned when that was undone, expired, transferred from or to a sibling, or withdrawn with the order.',
    example: 'USED',
  }),
  sessions: z.int().meta({ description: 'Number added; negative if taken.', example: -1 }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({
      description: 'The appointment that used it; null for other movements.',
      example: exampleId('appointment'),
    }),
  createdAt: z.iso.datetime().meta({ description: 'When it was recorded, in UTC.' }),
})
export type SessionPackageMovement = z.infer<typeof SessionPackageMovement>

export const TransferSessionPackage = z
  .strictObject({
    childId: idOf('child').meta({
      description: 'A sibling: a child of the same guardian or payer.',
    }),
    sessions: z.int().min(1).max(1_000_000).exactOptional().meta({
      description: 'Number of sessions. Default: all that are left.',
      example: 3,
    }),
  })
  .meta({ id: 'TransferSessionPackage', example: { childId: exampleId('child'), sessions: 3 } })
export type TransferSessionPackage = z.infer<typeof TransferSessionPackage>

export const toSessionPackage = (row: PackageModel): SessionPackage => ({
  id: row.id,
  orderId: row.orderId,
  transferredFromId: row.transferredFromId,
  childId: row.childId,
  clientId: row.clientId,
  payerId: row.payerId,
  serviceId: row.serviceId,
  description: row.description,
  balance: row.balance,
  expiresOn: dateTextOrNull(row.expiresOn),
  ...recordOf(row),
})

export const toSessionPackageMovement = (row: MovementModel): SessionPackageMovement => ({
  id: row.id,
  kind: row.kind as PackageMovementKind,
  sessions: row.sessions,
  appointmentId: row.appointmentId,
  createdAt: utc(row.createdAt),
})
