import { z } from 'zod'
import type { Settlement } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const facts = {
  settlementId: idOf('settlement'),
  providerId: idOf('provider'),
  payout: z.int().min(0).meta({
    description: 'Payout to the provider, in minor units of the currency.',
  }),
  currency: z.string().length(3).meta({ description: 'As an ISO 4217 code.' }),
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
    description: 'A settlement was approved; its transfer and payout follow.',
    payload: z.strictObject(facts),
    example,
  }),
  'settlement.paid': defineEvent({
    description: 'A settlement was paid out, or had nothing to pay.',
    payload: z.strictObject(facts),
    example,
  }),
  'settlement.failed': defineEvent({
    description:
      'The gateway refused the transfer or the payout of a settlement. Its payments can be settled again.',
    payload: z.strictObject({
      ...facts,
      failureCode: z.string().meta({ description: 'Why it failed, as a stable code.' }),
    }),
    example: { ...example, failureCode: 'payout_declined' },
  }),
  'settlement.reversed': defineEvent({
    description:
      'Refunds of payments of a paid settlement were reversed by a later one, in part or all of them.',
    payload: z.strictObject({
      ...facts,
      inFull: z.boolean().meta({ description: 'Whether all of its payments are reversed.' }),
    }),
    example: { ...example, inFull: false },
  }),
  'settlement.restored': defineEvent({
    description:
      'A refund reversed by a settlement has failed since, and a later settlement has restored the shares.',
    payload: z.strictObject({
      ...facts,
      inFull: z.boolean().meta({ description: 'Whether all of its payments are restored.' }),
    }),
    example: { ...example, inFull: true },
  }),
})
