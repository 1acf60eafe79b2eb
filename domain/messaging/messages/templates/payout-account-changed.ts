import { z } from 'zod'
import { defineTemplate } from './define-template.ts'

export const payoutAccountChanged = defineTemplate('payout_account.changed', {
  description:
    'When the account that a provider is paid to was entered, verified, rejected or withdrawn, to them. It says the last four characters.',
  variables: z.strictObject({
    firstName: z.string(),
    status: z.enum(['PENDING', 'VERIFIED', 'REJECTED', 'WITHDRAWN']),
    numberHint: z.string(),
    /** The first payable day, once it is verified. */
    payableOn: z.iso.date().nullable(),
  }),
  example: {
    firstName: 'Ana',
    status: 'VERIFIED',
    numberHint: '…3000',
    payableOn: '2026-11-28',
  },
  paragraphs: ['text', 'otherwise'],
})
