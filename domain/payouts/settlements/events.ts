import { z } from 'zod'
import type { Settlement } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const facts = {
  settlementId: idOf('settlement'),
  providerId: idOf('provider'),
  payout: z.int().min(0).meta({
    description: 'Amount paid out to the provider, in minor units of the currency.',
  }),
  currency: z.string().length(3).meta({ description: 'Currency, as an ISO 4217 code.' }),
}

const example = {
  settlementId: exampleId('settlement'),
  providerId: exampleId('provider'),
  payout: 6650,
  currency: 'EUR',
}

export const settlementFacts = ({ id, providerId, payoutMinor, currency }: Settlement) => ({
  settlementId: id,
  providerId,
  payout: payoutMinor,
  currency,
})

export const settlementEvents = defineEvents({
  'settlement.approved': defineEvent({
    description: 'A settlement was approved. The transfer and payout follow.',
    payload: z.strictObject(facts),
    example,
  }),
  'settlement.paid': defineEvent({
    description: 'A settlement was paid out, or there was nothing to pay.',
    payload: z.strictObject(facts),
    example,
  }),
  'settlement.failed': defineEvent({
    description:
      'The gateway refused the transfer or the payout of a settlement. Its payments can be settled again.',
    payload: z.strictObject({
      ...facts,
      failureCode: z.string().meta({ description: 'Reason for the failure, as a stable code.' }),
    }),
    example: { ...example, failureCode: 'payout_declined' },
  }),
  'settlement.reversed': defineEvent({
    description: 'A later settlement reversed some or all refunded payments of a paid settlement.',
    payload: z.strictObject({
      ...facts,
      inFull: z
        .boolean()
        .meta({ description: 'Whether all payments of the settlement are now reversed.' }),
    }),
    example: { ...example, inFull: false },
  }),
  'settlement.restored': defineEvent({
    description:
      'A refund that a settlement had reversed failed later, and a later settlement restored the shares.',
    payload: z.strictObject({
      ...facts,
      inFull: z
        .boolean()
        .meta({ description: 'Whether all payments of the settlement are now restored.' }),
    }),
    example: { ...example, inFull: true },
  }),
})
