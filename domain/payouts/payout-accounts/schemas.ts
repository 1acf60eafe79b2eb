import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import { aloneMembers, aloneOf } from '#platform/core/access/with-approvable-alone.ts'
import type { PayoutAccount as AccountRow } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { SANDBOX_PAYOUT_ACCOUNTS } from '#providers/payments/sandbox.ts'
import { PayoutAccountKind, PayoutAccountStatus } from './rules.ts'

const IBAN = 'DE89370400440532013000'

const holder = line(200).meta({
  description: 'Name of the account holder, as the bank has it.',
  example: 'Ana Ruiz',
})

export const PayoutAccount = resourceSchema('PayoutAccount', {
  id: idOf('payoutAccount'),
  providerId: idOf('provider'),
  status: growing(z.enum(PayoutAccountStatus)).meta({
    description:
      'PENDING: another person must verify or reject the account. VERIFIED: the account receives payouts. REPLACED: a later account was verified. WITHDRAWN: the account was withdrawn.',
    example: 'VERIFIED',
  }),
  kind: growing(z.enum(PayoutAccountKind)).meta({
    description: 'Whether this is a bank account or an account at the payment gateway.',
    example: 'IBAN',
  }),
  holder,
  country: z.string().nullable().meta({
    description: 'Country of the IBAN, as an ISO 3166-1 code; null for an account at the gateway.',
    example: 'DE',
  }),
  numberHint: z.string().meta({
    description: 'Last four characters of the account number, which is never returned.',
    example: '…3000',
  }),
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that created the account.',
    example: exampleId('user'),
  }),
  decidedBy: z
    .string()
    .nullable()
    .meta({
      description: 'Who verified or rejected the account; null until then.',
      example: exampleId('apiKey'),
    }),
  decidedAt: z.iso.datetime().nullable().meta({
    description: 'When the account was verified or rejected, in UTC; null until then.',
    example: '2026-11-25T09:00:00.000Z',
  }),
  ...aloneMembers,
  rejectionReason: z.string().nullable().meta({
    description: 'Reason for the rejection; null if the account was not rejected.',
    example: null,
  }),
  payableAt: z.iso.datetime().nullable().meta({
    description:
      'When the account can first receive payouts, in UTC. An account that replaces another one waits for the organization’s `payoutCoolingOffDays`. Null until the account is verified.',
    example: '2026-11-28T09:00:00.000Z',
  }),
  ...recordMembers,
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

export const CreatePayoutAccount = z
  .strictObject({
    providerId: idOf('provider').meta({ example: exampleId('provider') }),
    holder,
    iban: z
      .string()
      .max(60)
      .transform((text) => electronicFormatIBAN(text) ?? '')
      .refine((text) => isValidIBAN(text), { error: 'must be an IBAN, such as ' + IBAN })
      .exactOptional()
      .meta({
        description:
          'IBAN of a bank account. Spaces are ignored; country, length and check digits are checked. It is stored encrypted and never returned.',
        example: IBAN,
      }),
    gatewayAccountId: z
      .string()
      .regex(/^acct_[A-Za-z0-9][A-Za-z0-9_]{0,63}$/, {
        error: 'must be a token such as acct_sandbox_ok',
      })
      .exactOptional()
      .meta({
        description: `The gateway's token of the provider's account, instead of an IBAN. At Stripe, it is a Stripe Connect account that is connected to the centre's account. The sandbox accepts ${Object.keys(SANDBOX_PAYOUT_ACCOUNTS).join(', ')}.`,
        example: 'acct_sandbox_ok',
      }),
  })
  .meta({
    id: 'CreatePayoutAccount',
    example: { providerId: exampleId('provider'), holder: 'Ana Ruiz', iban: IBAN },
  })
export type CreatePayoutAccount = z.infer<typeof CreatePayoutAccount>

export const RejectPayoutAccount = z
  .strictObject({
    reason: prose(2000).min(1).meta({
      description: 'Reason for the decision, for the person who created the account.',
      example: 'The holder is not the provider.',
    }),
  })
  .meta({ id: 'RejectPayoutAccount', example: { reason: 'The holder is not the provider.' } })
export type RejectPayoutAccount = z.infer<typeof RejectPayoutAccount>

export const toPayoutAccount = (row: AccountRow): PayoutAccount => ({
  id: row.id,
  providerId: row.providerId,
  status: row.status as PayoutAccountStatus,
  kind: row.kind as PayoutAccountKind,
  holder: row.holder,
  country: row.country,
  numberHint: row.numberHint,
  requestedBy: row.requestedBy,
  decidedBy: row.decidedBy,
  decidedAt: utcOrNull(row.decidedAt),
  ...aloneOf(row),
  rejectionReason: row.rejectionReason,
  payableAt: utcOrNull(row.payableAt),
  ...recordOf(row),
})
