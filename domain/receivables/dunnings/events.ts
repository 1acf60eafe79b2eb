import { z } from 'zod'
import type { Dunning as DunningModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { HoldReason, StopReason } from './rules.ts'

const facts = {
  dunningId: idOf('dunning'),
  invoiceId: idOf('invoice'),
  payerId: idOf('payer'),
  clientId: idOf('client').exactOptional(),
}
const example = {
  dunningId: exampleId('dunning'),
  invoiceId: exampleId('invoice'),
  payerId: exampleId('payer'),
  clientId: exampleId('client'),
}

/** Members of events about the reminders of an invoice. */
export const dunningFacts = (row: DunningModel) => ({
  dunningId: row.id,
  invoiceId: row.invoiceId,
  payerId: row.payerId,
  ...(row.clientId && { clientId: row.clientId }),
})

export const dunningEvents = defineEvents({
  'dunning.reminded': defineEvent({
    description: 'A payer was reminded of an unpaid invoice.',
    payload: z.strictObject({
      ...facts,
      level: z.int().meta({ description: 'Number of the reminder, counted from 1.' }),
      amountDue: z.int().meta({ description: 'Amount due, in minor units of the currency.' }),
      currency: z.string().length(3).meta({ description: 'Currency, as an ISO 4217 code.' }),
      feeOrderId: idOf('order')
        .exactOptional()
        .meta({ description: 'Order for the reminder fee.' }),
    }),
    example: {
      ...example,
      level: 2,
      amountDue: 9500,
      currency: 'EUR',
      feeOrderId: exampleId('order'),
    },
  }),
  'dunning.held': defineEvent({
    description: 'The reminders of an invoice were put on hold.',
    payload: z.strictObject({
      ...facts,
      reason: growing(z.enum(HoldReason)).meta({ description: 'Why.' }),
    }),
    example: { ...example, reason: 'DISPUTED' },
  }),
  'dunning.resumed': defineEvent({
    description: 'The reminders of an invoice were resumed.',
    payload: z.strictObject(facts),
    example,
  }),
  'dunning.stopped': defineEvent({
    description: 'An invoice no longer has an amount due.',
    payload: z.strictObject({
      ...facts,
      reason: growing(z.enum(StopReason)).meta({ description: 'Why.' }),
    }),
    example: { ...example, reason: 'PAID' },
  }),
})
