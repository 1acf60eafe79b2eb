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
  orderId: idOf('order').meta({ description: 'Order with which the package was bought.' }),
  transferredFromId: idOf('sessionPackage').nullable().meta({
    description:
      'The sibling’s package from which the sessions were transferred; null if there is none.',
    example: null,
  }),
  childId: idOf('child').meta({ description: 'Child whose appointments use the package.' }),
  clientId: idOf('client')
    .nullable()
    .meta({
      description: 'Client who bought the package; null if there is none.',
      example: exampleId('client'),
    }),
  payerId: idOf('payer').nullable().meta({
    description: 'Payer of the order; null if there is none.',
    example: null,
  }),
  serviceId: idOf('service')
    .nullable()
    .meta({
      description: 'Service of the sessions; null if they can be used for any service.',
      example: exampleId('service'),
    }),
  description: z
    .string()
    .meta({ description: 'Name of the package, as on the order.', example: 'Ten sessions' }),
  balance: z.int().meta({ description: 'Number of sessions left.', example: 9 }),
  expiresOn: calendarDate().nullable().meta({
    description: 'Last day on which a session can be used; null if the package does not expire.',
    example: '2027-11-24',
  }),
  ...recordMembers,
})
export type SessionPackage = z.infer<typeof SessionPackage>

export const SessionPackageMovement = resourceSchema('SessionPackageMovement', {
  id: idOf('sessionPackageMovement'),
  kind: growing(z.enum(PackageMovementKind)).meta({
    description:
      'Whether sessions were bought, used by an appointment that took place, returned when that was undone, expired, transferred from or to a sibling, or withdrawn with the order.',
    example: 'USED',
  }),
  sessions: z.int().meta({
    description: 'Number of sessions added; negative if sessions were subtracted.',
    example: -1,
  }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({
      description: 'Appointment that used the session; null for other movements.',
      example: exampleId('appointment'),
    }),
  createdAt: z.iso.datetime().meta({ description: 'When the movement was recorded, in UTC.' }),
})
export type SessionPackageMovement = z.infer<typeof SessionPackageMovement>

export const TransferSessionPackage = z
  .strictObject({
    childId: idOf('child').meta({
      description: 'Sibling who gets the sessions: a child of the same guardian or payer.',
    }),
    sessions: z.int().min(1).max(1_000_000).exactOptional().meta({
      description: 'Number of sessions to transfer. Defaults to all sessions left.',
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
