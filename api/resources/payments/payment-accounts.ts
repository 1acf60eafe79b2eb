import { createPaymentAccount } from '#payments/payment-accounts/create-payment-account.ts'
import { patchPaymentAccount } from '#payments/payment-accounts/patch-payment-account.ts'
import {
  getPaymentAccount,
  listPaymentAccounts,
  PaymentAccountQuery,
} from '#payments/payment-accounts/queries.ts'
import { paymentAccountRecord } from '#payments/payment-accounts/record.ts'
import {
  CreatePaymentAccount,
  PatchPaymentAccount,
  PaymentAccount,
} from '#payments/payment-accounts/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Payments'
const params = idParam('paymentAccount')

export const paymentAccountOperations = [
  operation({
    id: 'createPaymentAccount',
    method: 'post',
    path: '/v1/payment-accounts',
    tag,
    summary: 'Connect a payment account',
    description:
      'New payments use this account; a centre has one active account. For Stripe, send the events payment_intent.* and refund.* to the account’s `webhookPath`. The sandbox is only for test centres.',
    permission: 'payment-accounts:write',
    body: CreatePaymentAccount,
    status: 201,
    response: PaymentAccount,
    errors: ['already_exists', 'sandbox_not_allowed'],
    run: (ctx, { body }) => createPaymentAccount(ctx, body),
  }),
  operation({
    id: 'listPaymentAccounts',
    method: 'get',
    path: '/v1/payment-accounts',
    tag,
    summary: 'List payment accounts',
    description: 'Newest first, without archived accounts unless you ask for them.',
    permission: 'payment-accounts:read',
    query: PaymentAccountQuery,
    status: 200,
    response: pageOf(PaymentAccount),
    run: (ctx, { query }) => listPaymentAccounts(ctx, query),
  }),
  operation({
    id: 'getPaymentAccount',
    method: 'get',
    path: '/v1/payment-accounts/{id}',
    tag,
    summary: 'Retrieve a payment account',
    description: 'Returns the account. Its secrets are never returned.',
    permission: 'payment-accounts:read',
    params,
    status: 200,
    response: PaymentAccount,
    errors: ['not_found'],
    run: (ctx, { params }) => getPaymentAccount(ctx, params),
  }),
  operation({
    id: 'patchPaymentAccount',
    method: 'patch',
    path: '/v1/payment-accounts/{id}',
    tag,
    summary: 'Change a payment account',
    description:
      'Renames the account, or replaces its keys with keys of the same mode (live or test). Payments in progress use the new keys.',
    permission: 'payment-accounts:write',
    params,
    body: PatchPaymentAccount,
    status: 200,
    response: PaymentAccount,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchPaymentAccount(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(paymentAccountRecord, {
    path: '/v1/payment-accounts/{id}',
    tag,
    noun: 'a payment account',
    response: PaymentAccount,
    restoreErrors: ['already_exists'],
  }),
]
