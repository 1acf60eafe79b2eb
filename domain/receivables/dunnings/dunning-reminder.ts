import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

export const DunningReminder = resourceSchema('DunningReminder', {
  level: z.int().meta({ description: 'Number of the reminder, from 1.', example: 1 }),
  dueAt: z.iso.datetime().meta({
    description: 'When it was due, in UTC.',
    example: '2026-12-31T08:00:00.000Z',
  }),
  sentAt: z.iso.datetime().meta({
    description: 'When it was sent, in UTC.',
    example: '2026-12-31T08:00:01.000Z',
  }),
  amountDue: z.int().meta({
    description: 'Amount due at that time, in minor units of the currency.',
    example: 9500,
  }),
  feeOrderId: idOf('order')
    .nullable()
    .meta({ description: 'The order of its fee; null without a fee.', example: null }),
})
export type DunningReminder = z.infer<typeof DunningReminder>
