import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { creditExample, creditFacts } from '../credits/events.ts'

const facts = { ...creditFacts, creditPayoutId: idOf('creditPayout') }
const example = { ...creditExample, creditPayoutId: exampleId('creditPayout') }

export const creditPayoutEvents = defineEvents({
  'credit.paid_out': defineEvent({
    description: 'Credit was paid out as money.',
    payload: z.strictObject(facts),
    example,
  }),
  'credit.payout_failed': defineEvent({
    description: 'The gateway refused a payout of credit. The amount is credit again.',
    payload: z.strictObject({
      ...facts,
      failureCode: z.string().meta({ description: 'Reason for the failure, as a stable code.' }),
    }),
    example: { ...example, failureCode: 'payout_declined' },
  }),
})
