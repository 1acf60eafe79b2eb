import { createCreditPayout } from '#payments/credit-payouts/create-credit-payout.ts'
import {
  CreditPayoutQuery,
  getCreditPayout,
  listCreditPayouts,
} from '#payments/credit-payouts/queries.ts'
import {
  BegunCreditPayout,
  CreateCreditPayout,
  CreditPayout,
} from '#payments/credit-payouts/schemas.ts'
import { prepayCredit } from '#payments/credits/prepay-credit.ts'
import {
  CreditBalanceQuery,
  CreditMovementQuery,
  exportCreditMovementsCsv,
  getCreditBalance,
  listCreditBalances,
  listCreditMovements,
} from '#payments/credits/queries.ts'
import {
  CreditBalance,
  CreditMovement,
  PrepaidCredit,
  PrepayCredit,
} from '#payments/credits/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, file, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Credit'
const params = idParam('creditBalance')

export const creditOperations = [
  operation({
    id: 'prepayCredit',
    method: 'post',
    path: '/v1/credit-balances',
    tag,
    summary: 'Prepay credit',
    description:
      'Adds money that a client or payer paid in advance to their credit in that currency. A payer who is a client shares that client’s credit. With `dryRun=true` you get the same response and nothing changes.',
    permission: 'credits:write',
    query: DryRun,
    body: PrepayCredit,
    status: 201,
    response: PrepaidCredit,
    errors: ['invalid_reference'],
    events: ['credit.prepaid'],
    run: (ctx, { body, query }) => prepayCredit(ctx, { ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listCreditBalances',
    method: 'get',
    path: '/v1/credit-balances',
    tag,
    summary: 'List credit balances',
    description:
      'Newest first: the credit of clients and payers, one balance per currency. Refunds and prepayments add to it; payments and payouts take from it.',
    permission: 'credits:read',
    query: CreditBalanceQuery,
    status: 200,
    response: pageOf(CreditBalance),
    run: (ctx, { query }) => listCreditBalances(ctx, query),
  }),
  operation({
    id: 'getCreditBalance',
    method: 'get',
    path: '/v1/credit-balances/{id}',
    tag,
    summary: 'Retrieve a credit balance',
    description: 'Returns its owner and the remaining amount.',
    permission: 'credits:read',
    params,
    status: 200,
    response: CreditBalance,
    errors: ['not_found'],
    run: (ctx, { params: ref }) => getCreditBalance(ctx, ref),
  }),
  operation({
    id: 'listCreditMovements',
    method: 'get',
    path: '/v1/credit-balances/{id}/movements',
    tag,
    summary: 'List the movements of a credit balance',
    description: 'Oldest first: amounts granted, prepaid, used, paid out and returned.',
    permission: 'credits:read',
    params,
    query: CreditMovementQuery,
    status: 200,
    response: pageOf(CreditMovement),
    errors: ['not_found'],
    run: (ctx, { params: ref, query }) => listCreditMovements(ctx, { ...ref, ...query }),
  }),
  operation({
    id: 'exportCreditMovementsCsv',
    method: 'get',
    path: '/v1/credit-balances/{id}/movements.csv',
    tag,
    summary: 'Export the movements of a credit balance',
    description: 'Returns all movements as CSV, oldest first.',
    permission: 'credits:read',
    params,
    status: 200,
    response: file,
    produces: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="credit-movements.csv"' },
    errors: ['not_found'],
    run: (ctx, { params: ref }) => exportCreditMovementsCsv(ctx, ref),
  }),
  operation({
    id: 'createCreditPayout',
    method: 'post',
    path: '/v1/credit-balances/{id}/payouts',
    tag,
    summary: 'Pay credit out',
    description:
      'Pays out all of the credit, or a part. PAYOUT_ACCOUNT returns PROCESSING; `credit.paid_out` or `credit.payout_failed` reports the result, and a failed payout becomes credit again. BANK_TRANSFER and CASH are recorded. With `dryRun=true` you get the same response and nothing changes.',
    permission: 'credits:write',
    freshProof: true,
    params,
    query: DryRun,
    body: CreateCreditPayout,
    status: 201,
    response: BegunCreditPayout,
    errors: [...CHANGE_ERRORS, 'credit_exceeded', 'payments_not_accepted'],
    run: (ctx, { params: ref, version, body, query }) =>
      createCreditPayout(ctx, { ...ref, version, ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listCreditPayouts',
    method: 'get',
    path: '/v1/credit-payouts',
    tag,
    summary: 'List payouts of credit',
    description: 'Newest first, including failed payouts.',
    permission: 'credits:read',
    query: CreditPayoutQuery,
    status: 200,
    response: pageOf(CreditPayout),
    run: (ctx, { query }) => listCreditPayouts(ctx, query),
  }),
  operation({
    id: 'getCreditPayout',
    method: 'get',
    path: '/v1/credit-payouts/{id}',
    tag,
    summary: 'Retrieve a payout of credit',
    description: 'Poll until the gateway has decided, or wait for the event.',
    permission: 'credits:read',
    params: idParam('creditPayout'),
    status: 200,
    response: CreditPayout,
    errors: ['not_found'],
    run: (ctx, { params: ref }) => getCreditPayout(ctx, ref),
  }),
]
