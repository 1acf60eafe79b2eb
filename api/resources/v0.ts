/** What is left of version 0 until its sunset: current records in the old, flat form. */
import { z } from 'zod'
import { getChild } from '#people/children/queries.ts'
import type { Child } from '#people/children/schemas.ts'
import { exampleId, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { listPaymentsByNumber } from '#payments/payments/queries.ts'
import type { Payment } from '#payments/payments/schemas.ts'
import { operation } from '../http/operation.ts'
import { idParam } from '../http/shapes.ts'

const tag = { name: 'Version 0', about: 'Deprecated. Use the successor named by each operation.' }

/** From this instant on, version 0 returns 410. */
const SUNSET = new Date('2026-12-01T00:00:00Z')
/** When version 0 was deprecated. */
const DEPRECATED = new Date('2025-12-01T00:00:00Z')

/** Headers of RFC 9745, RFC 8594 and RFC 8288. `{id}` in the link is that of the path. */
const deprecation = (successor: string) => ({
  Deprecation: `@${DEPRECATED.getTime() / 1000}`,
  Sunset: SUNSET.toUTCString(),
  Link: `<${successor}>; rel="successor-version"`,
})

const ChildV0 = resourceSchema('ChildV0', {
  child_id: naming('child', z.string()).meta({
    description: 'ID of the child, the same as in version 1.',
    example: exampleId('child'),
  }),
  full_name: z
    .string()
    .meta({ description: 'First and last name, separated by a space.', example: 'Lena Weiss' }),
  date_of_birth: z.iso
    .date()
    .meta({ description: 'Date of birth, as YYYY-MM-DD.', example: '2021-04-30' }),
  program: z.string().nullable().meta({
    description: 'Program in which the child is enrolled, in capitals; null if there is none.',
    example: 'EARLY_INTERVENTION',
  }),
  provider_id: naming('provider', z.string())
    .nullable()
    .meta({
      description: 'Primary provider of the child; null if there is none.',
      example: exampleId('provider'),
    }),
  referred_by: z.string().nullable().meta({
    description:
      'Person or organization that referred the child; null if the child was not referred.',
    example: 'Dr. Klein, pediatrician',
  }),
  created_at: z.iso.datetime().meta({
    description: 'When the child was registered, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})

const toChildV0 = (child: Child): z.infer<typeof ChildV0> => ({
  child_id: child.id,
  full_name: `${child.firstName} ${child.lastName}`,
  date_of_birth: child.birthDate,
  program: child.fundingProgram,
  provider_id: child.primaryProviderId,
  referred_by: child.referral?.source ?? null,
  created_at: child.createdAt,
})

const PaymentV0 = resourceSchema('PaymentV0', {
  payment_id: naming('payment', z.string()).meta({
    description: 'ID of the payment, the same as in version 1.',
    example: exampleId('payment'),
  }),
  order_id: naming('order', z.string()).meta({
    description: 'Order that is paid.',
    example: exampleId('order'),
  }),
  state: z
    .enum(['processing', 'succeeded', 'failed'])
    .meta({ description: 'Whether the gateway is still processing it, or how it ended.' }),
  amount: z.int().meta({ description: 'Amount in minor units of the currency.', example: 9500 }),
  currency: z
    .string()
    .meta({ description: 'Currency of the amount, as an ISO 4217 code.', example: 'EUR' }),
  failure_code: z.string().nullable().meta({
    description: 'Reason why the payment failed, as a stable code; null if it did not fail.',
    example: null,
  }),
  created_at: z.iso.datetime().meta({
    description: 'When the payment was started, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})

const STATES = {
  PROCESSING: 'processing',
  REQUIRES_ACTION: 'processing',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
} as const

const toPaymentV0 = (payment: Payment): z.infer<typeof PaymentV0> => ({
  payment_id: payment.id,
  order_id: payment.orderId,
  state: STATES[payment.status],
  amount: payment.amount,
  currency: payment.currency,
  failure_code: payment.failureCode,
  created_at: payment.createdAt,
})

const PageNumberQuery = z.strictObject({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .meta({ description: 'Number of the page, counted from 1.' }),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(25)
    .meta({ description: 'Number of items on a page, at most 100.' }),
})

export const v0Operations = [
  operation({
    id: 'getChildV0',
    method: 'get',
    path: '/v0/children/{id}',
    tag,
    summary: 'Retrieve a child',
    description: 'Deprecated. Use `GET /v1/children/{id}` instead.',
    permission: 'children:read',
    params: idParam('child'),
    status: 200,
    response: ChildV0,
    errors: ['not_found', 'version_sunset'],
    headers: deprecation('/v1/children/{id}'),
    sunset: SUNSET,
    run: async (ctx, { params }) => toChildV0(await getChild(ctx, params)),
  }),
  operation({
    id: 'listPaymentsV0',
    method: 'get',
    path: '/v0/payments',
    tag,
    summary: 'List payments',
    description:
      'Deprecated. Use `GET /v1/payments` instead. Returns an array, newest first, by page number.',
    permission: 'payments:read',
    query: PageNumberQuery,
    status: 200,
    response: z.array(PaymentV0),
    errors: ['version_sunset'],
    headers: deprecation('/v1/payments'),
    sunset: SUNSET,
    run: async (ctx, { query }) => {
      const payments = await listPaymentsByNumber(ctx, {
        page: query.page,
        perPage: query.per_page,
      })
      return payments.map(toPaymentV0)
    },
  }),
]
