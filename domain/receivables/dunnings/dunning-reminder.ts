import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

export const DunningReminder = resourceSchema('DunningReminder', {
  level: z.int().meta({ description: 'Number of the reminder, counted from 1.', example: 1 }),
  dueAt: z.iso.datetime().meta({
    description: 'When the reminder was due, in UTC.',
    example: '2026-12-31T08:00:00.000Z',
  }),
  sentAt: z.iso.datetime().meta({
    description: 'When the reminder was sent, in UTC.',
    example: '2026-12-31T08:00:01.000Z',
  }),
  amountDue: z.int().meta({
    description: 'Amount due when the reminder was sent, in minor units of the currency.',
    example: 9500,
  }),
  feeOrderId: idOf('order')
    .nullable()
    .meta({ description: 'Order for the reminder fee; null if there is no fee.', example: null }),
})
export type DunningReminder = z.infer<typeof DunningReminder>
