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
      'What a client or payer has paid in advance: it is added to their credit in that currency, which is opened with the first. A payer who is a client has that client’s. With `dryRun=true` the answer is the same and nothing is done.',
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
      'Newest first: what clients and payers have with the center, one for each currency. Refunds and prepayments add to it, payments and payouts take from it.',
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
    description: 'Whose it is, and what is left.',
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
    description: 'What was granted, prepaid, used, paid out and returned, oldest first.',
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
    description: 'All of them as CSV, oldest first.',
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
      'As money, all that is left or a part. PAYOUT_ACCOUNT answers PROCESSING, and the gateway is asked afterwards: `credit.paid_out` or `credit.payout_failed` tells the result, and what failed is credit again. BANK_TRANSFER and CASH are recorded. With `dryRun=true` the answer is the same and nothing is done.',
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
    description: 'Newest first, with those that failed.',
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
    description: 'Ask again until the gateway has decided, or wait for its event.',
    permission: 'credits:read',
    params: idParam('creditPayout'),
    status: 200,
    response: CreditPayout,
    errors: ['not_found'],
    run: (ctx, { params: ref }) => getCreditPayout(ctx, ref),
  }),
]
