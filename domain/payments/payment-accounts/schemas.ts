import { z } from 'zod'
import type { PaymentAccount as AccountRow } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { PaymentAccountKind } from './rules.ts'

const key = (prefixes: string, example: string) =>
  z
    .string()
    .regex(new RegExp(`^(${prefixes})_(test|live)_[A-Za-z0-9]{8,250}$`), {
      error: `must be a Stripe key, such as ${example}`,
    })
    .meta({ example })

const members = {
  kind: growing(z.enum(PaymentAccountKind)).meta({
    description:
      'STRIPE moves money. SANDBOX simulates payments, with results that depend on the payment method, and is only for test centres.',
    example: 'STRIPE',
  }),
  name: line(200).meta({ description: 'Name used by the centre.', example: 'Stripe, Berlin' }),
  gatewayAccountId: z
    .string()
    .regex(/^acct_[A-Za-z0-9]{1,64}$/, {
      error: 'must be an account ID such as acct_1032D82eZvKYlo2C',
    })
    .nullable()
    .meta({
      description: "Stripe's ID of the account. Events of other accounts are refused.",
      example: 'acct_1032D82eZvKYlo2C',
    }),
  publishableKey: key('pk', 'pk_test_51HxKpq0123456789').meta({
    description: 'Key with which your pages collect payment methods. It is not secret.',
  }),
}

/** Write-only. */
const secretKey = key('sk|rk', 'rk_test_51HxKpq0123456789').meta({
  description:
    'Secret or restricted Stripe key with write access to payment intents and refunds. It is stored encrypted and never returned.',
})

const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/=]{8,250}$/, { error: 'must be a secret such as whsec_…' })
  .nullable()
  .meta({
    description:
      'Signing secret of the Stripe endpoint that sends events to `webhookPath`. It is stored encrypted and never returned. If null, events are not accepted and results are polled.',
    example: 'whsec_0123456789abcdef0123',
  })

export const PaymentAccount = resourceSchema('PaymentAccount', {
  id: idOf('paymentAccount'),
  kind: members.kind,
  name: members.name,
  isLive: z.boolean().meta({
    description: 'Whether the account moves real money, which its keys determine.',
    example: false,
  }),
  gatewayAccountId: members.gatewayAccountId,
  publishableKey: members.publishableKey.nullable(),
  secretKeyHint: z.string().nullable().meta({
    description: 'Last characters of the secret key; null for a sandbox account.',
    example: '…6789',
  }),
  hasWebhookSecret: z.boolean().meta({
    description: 'Whether events of the gateway are accepted.',
    example: true,
  }),
  webhookPath: z.string().nullable().meta({
    description: 'Path to which the gateway sends its events, on the host of this API.',
    example: '/payment-webhooks/pac_01K0000000000000000000000A',
  }),
  ...archivableMembers,
})
export type PaymentAccount = z.infer<typeof PaymentAccount>

export const CreatePaymentAccount = z
  .strictObject({
    kind: members.kind,
    name: members.name,
    gatewayAccountId: members.gatewayAccountId.exactOptional(),
    publishableKey: members.publishableKey.exactOptional(),
    secretKey: secretKey.exactOptional(),
    webhookSecret: webhookSecret.exactOptional(),
  })
  .meta({
    id: 'CreatePaymentAccount',
    example: {
      kind: 'STRIPE',
      name: 'Stripe, Berlin',
      publishableKey: 'pk_test_51HxKpq0123456789',
      secretKey: 'rk_test_51HxKpq0123456789',
      webhookSecret: 'whsec_0123456789abcdef0123',
    },
  })
export type CreatePaymentAccount = z.infer<typeof CreatePaymentAccount>

export const PatchPaymentAccount = z
  .strictObject({
    name: members.name.exactOptional(),
    gatewayAccountId: members.gatewayAccountId.exactOptional(),
    publishableKey: members.publishableKey.exactOptional(),
    secretKey: secretKey.exactOptional(),
    webhookSecret: webhookSecret.exactOptional(),
  })
  .meta({
    id: 'PatchPaymentAccount',
    example: { webhookSecret: 'whsec_0123456789abcdef0123' },
  })
export type PatchPaymentAccount = z.infer<typeof PatchPaymentAccount>

export const toPaymentAccount = (row: AccountRow): PaymentAccount => ({
  id: row.id,
  kind: row.kind as PaymentAccountKind,
  name: row.name,
  isLive: row.isLive,
  gatewayAccountId: row.gatewayAccountId,
  publishableKey: row.publishableKey,
  secretKeyHint: row.secretKeyHint,
  hasWebhookSecret: row.sealedWebhookSecret !== null,
  webhookPath: row.kind === 'STRIPE' ? `/payment-webhooks/${row.id}` : null,
  ...archivableOf(row),
})
