import { z } from 'zod'
import { defineTemplate, PROTECTS_ACCOUNTS } from './define-template.ts'

export const payoutAccountChanged = defineTemplate('payout_account.changed', {
  description:
    'Sent when a provider’s payout account is created, verified, rejected or withdrawn, to the provider. It contains the last four characters of the account number.',
  variables: z.strictObject({
    firstName: z.string(),
    status: z.enum(['PENDING', 'VERIFIED', 'REJECTED', 'WITHDRAWN']),
    numberHint: z.string(),
    /** The first day on which the account can be paid, once it is verified. */
    payableOn: z.iso.date().nullable(),
  }),
  example: {
    firstName: 'Ana',
    status: 'VERIFIED',
    numberHint: '…3000',
    payableOn: '2026-11-28',
  },
  fixed: PROTECTS_ACCOUNTS,
  paragraphs: ['text', 'otherwise'],
})
