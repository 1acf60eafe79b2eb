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
  CreditTotal,
} from '#payments/credits/schemas.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, file, idParam, pageOf, totalsOf } from '../../http/shapes.ts'

const tag = {
  name: 'Credit',
  about: 'Credit balances of clients and payers, and payouts from them.',
}
const params = idParam('creditBalance')

export const creditOperations = [
  operation({
    id: 'prepayCredit',
    method: 'post',
    path: '/v1/credit-balances',
    tag,
    summary: 'Prepay credit',
    description:
      'Records money that a client or payer paid in advance, and adds it to their credit in that currency. A payer who is a client shares the client’s credit. With `dryRun=true` you get the same response and nothing changes.',
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
      'Returns the credit of clients and payers, newest first, with one balance per currency. Refunds and prepayments increase it; payments and payouts reduce it.',
    permission: 'credits:read',
    query: CreditBalanceQuery,
    status: 200,
    response: pageOf(CreditBalance, totalsOf(CreditTotal)),
    run: (ctx, { query }) => listCreditBalances(ctx, query),
  }),
  operation({
    id: 'getCreditBalance',
    method: 'get',
    path: '/v1/credit-balances/{id}',
    tag,
    summary: 'Retrieve a credit balance',
    description: 'Returns the owner of the credit and the amount left.',
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
    description: 'Lists amounts granted, prepaid, used, paid out and returned, oldest first.',
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
    summary: 'Pay out credit',
    description:
      'Pays out all or part of the credit. With PAYOUT_ACCOUNT the response has status PROCESSING, and `credit.paid_out` or `credit.payout_failed` reports the result; a failed payout becomes credit again. BANK_TRANSFER and CASH are only recorded. With `dryRun=true` you get the same response and nothing changes.',
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
    summary: 'List credit payouts',
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
    summary: 'Retrieve a credit payout',
    description:
      'Poll this operation until the gateway has reported the result, or wait for the event.',
    permission: 'credits:read',
    params: idParam('creditPayout'),
    status: 200,
    response: CreditPayout,
    errors: ['not_found'],
    run: (ctx, { params: ref }) => getCreditPayout(ctx, ref),
  }),
]
