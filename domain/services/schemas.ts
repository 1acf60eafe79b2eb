import { z } from 'zod'
import type { Service as ServiceModel } from '../../prisma/generated/client.ts'
import { ConsentKind } from '../consents/rules.ts'
import { idOf } from '../core/ids.ts'
import { archivableMembers, archivableOf, line } from '../core/record.ts'
import { resourceSchema } from '../core/resource-schema.ts'
import { currencyCode } from '../tenants/schemas.ts'

const buffer = z.int().min(0).max(240)

const members = {
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,62}$/, { error: 'must be of the form EARLY_INTERVENTION' })
    .meta({
      description:
        "Unique among the services that are not archived. An appointment of that type takes the service's length and price.",
      example: 'EARLY_INTERVENTION',
    }),
  name: line(200).meta({ example: 'Early intervention' }),
  durationMinutes: z.int().min(5).max(1440).meta({ example: 45 }),
  bufferBeforeMinutes: buffer.meta({
    description: 'Provider and room are taken this long before the start.',
    example: 0,
  }),
  bufferAfterMinutes: buffer.meta({
    description: 'Provider and room are taken this long after the end.',
    example: 15,
  }),
  capacity: z.int().min(1).max(100).meta({ description: 'How many children at once.', example: 1 }),
  leadTimeMinutes: z
    .int()
    .min(0)
    .max(525_600)
    .meta({ description: 'Notice that a booking must give.', example: 60 }),
  requiresConfirmation: z
    .boolean()
    .meta({ description: 'Whether bookings begin as PENDING_CONFIRMATION.', example: false }),
  amount: z
    .int()
    .min(0)
    .max(100_000_000)
    .meta({ description: 'Price in minor units of the currency.', example: 9500 }),
  currency: currencyCode(),
  requiredConsents: z
    .array(z.enum(ConsentKind))
    .max(ConsentKind.length)
    .meta({
      description: 'Without these the child is not booked: `consent_missing`.',
      example: ['TREATMENT'],
    }),
}

export const Service = resourceSchema('Service', {
  id: idOf('service'),
  ...members,
  ...archivableMembers,
})
export type Service = z.infer<typeof Service>

export const CreateService = z
  .strictObject({
    code: members.code,
    name: members.name,
    durationMinutes: members.durationMinutes,
    bufferBeforeMinutes: members.bufferBeforeMinutes.default(0),
    bufferAfterMinutes: members.bufferAfterMinutes.default(0),
    capacity: members.capacity.default(1),
    leadTimeMinutes: members.leadTimeMinutes.default(0),
    requiresConfirmation: members.requiresConfirmation.default(false),
    amount: members.amount,
    currency: members.currency
      .exactOptional()
      .meta({ description: "Defaults to the centre's currency.", example: 'EUR' }),
    requiredConsents: members.requiredConsents.exactOptional(),
  })
  .meta({
    id: 'CreateService',
    example: {
      code: 'EARLY_INTERVENTION',
      name: 'Early intervention',
      durationMinutes: 45,
      bufferAfterMinutes: 15,
      amount: 9500,
      currency: 'EUR',
    },
  })
export type CreateService = z.infer<typeof CreateService>

export const PatchService = z
  .strictObject({
    code: members.code.exactOptional(),
    name: members.name.exactOptional(),
    durationMinutes: members.durationMinutes.exactOptional(),
    bufferBeforeMinutes: members.bufferBeforeMinutes.exactOptional(),
    bufferAfterMinutes: members.bufferAfterMinutes.exactOptional(),
    capacity: members.capacity.exactOptional(),
    leadTimeMinutes: members.leadTimeMinutes.exactOptional(),
    requiresConfirmation: members.requiresConfirmation.exactOptional(),
    amount: members.amount.exactOptional(),
    currency: members.currency.exactOptional(),
    requiredConsents: members.requiredConsents.exactOptional(),
  })
  .meta({ id: 'PatchService', example: { amount: 9900 } })
export type PatchService = z.infer<typeof PatchService>

export const toService = (row: ServiceModel): Service => ({
  id: row.id,
  code: row.code,
  name: row.name,
  durationMinutes: row.durationMinutes,
  bufferBeforeMinutes: row.bufferBeforeMinutes,
  bufferAfterMinutes: row.bufferAfterMinutes,
  capacity: row.capacity,
  leadTimeMinutes: row.leadTimeMinutes,
  requiresConfirmation: row.requiresConfirmation,
  amount: row.amountMinor,
  currency: row.currency,
  requiredConsents: row.requiredConsents as Service['requiredConsents'],
  ...archivableOf(row),
})
