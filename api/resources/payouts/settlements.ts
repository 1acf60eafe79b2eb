import { approveSettlement } from '#payouts/settlements/approve-settlement.ts'
import { cancelSettlement } from '#payouts/settlements/cancel-settlement.ts'
import { createSettlement } from '#payouts/settlements/create-settlement.ts'
import { exportSettlementPdf } from '#payouts/settlements/export-settlement-pdf.ts'
import {
  exportSettlementStatementCsv,
  getSettlement,
  listSettlementLines,
  listSettlements,
  SettlementLineQuery,
  SettlementQuery,
} from '#payouts/settlements/queries.ts'
import {
  CreateSettlement,
  DraftSettlement,
  Settlement,
  SettlementLine,
} from '#payouts/settlements/schemas.ts'
import { exampleId } from '#platform/core/records/ids.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, EXAMPLE_INSTANT, file, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Settlements',
  about: 'Family payments, split between provider, platform and centre, and paid out.',
}
const params = idParam('settlement')

export const settlementOperations = [
  operation({
    id: 'createSettlement',
    method: 'post',
    path: '/v1/marketplace/settlements',
    tag,
    summary: 'Create a settlement',
    description:
      'Settles the payments that you list for a provider’s appointments, or those of a past period, according to their split terms. A payment is shared after its visit took place, or when it is captured if its terms say so (`recognition`); `waiting` shows what was paid for visits to come. Disputed payments are excluded. Refunds and lost disputes of settled payments are reversed in proportion; a negative balance is carried to the next settlement. Split terms or `holdBack` can hold back part of the payout. Due reserves are paid, and a negative balance reduces them first. Another person must approve the draft. With `dryRun=true` you get the same response and nothing changes.',
    permission: ['settlements:write', 'split-terms:read', 'payments:read', 'refunds:read'],
    query: DryRun,
    body: CreateSettlement,
    status: 201,
    response: DraftSettlement,
    errors: [
      'invalid_reference',
      'settlement_in_progress',
      'payment_already_settled',
      'payment_disputed',
      'payment_not_delivered',
      'nothing_to_settle',
      'split_terms_missing',
    ],
    run: (ctx, { body, query }) =>
      createSettlement(ctx, { ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listSettlements',
    method: 'get',
    path: '/v1/marketplace/settlements',
    tag,
    summary: 'List settlements',
    description: 'Newest first, including failed and cancelled settlements.',
    permission: 'settlements:read',
    query: SettlementQuery,
    status: 200,
    response: pageOf(Settlement),
    run: (ctx, { query }) => listSettlements(ctx, query),
  }),
  operation({
    id: 'getSettlement',
    method: 'get',
    path: '/v1/marketplace/settlements/{id}',
    tag,
    summary: 'Retrieve a settlement',
    description: 'Returns the amount, the provider, and the progress of the payout.',
    permission: 'settlements:read',
    params,
    status: 200,
    response: Settlement,
    errors: ['not_found'],
    run: (ctx, { params }) => getSettlement(ctx, params),
  }),
  operation({
    id: 'listSettlementLines',
    method: 'get',
    path: '/v1/marketplace/settlements/{id}/lines',
    tag,
    summary: 'List the lines of a settlement',
    description: 'Returns each party’s share of each payment and each reversed refund.',
    permission: 'settlements:read',
    params,
    query: SettlementLineQuery,
    status: 200,
    response: pageOf(SettlementLine),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listSettlementLines(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'exportSettlementStatementCsv',
    method: 'get',
    path: '/v1/marketplace/settlements/{id}/statement.csv',
    tag,
    summary: 'Export the statement of a settlement as CSV',
    description: 'Returns the same lines for use in a spreadsheet.',
    permission: 'settlements:read',
    params,
    status: 200,
    response: file,
    produces: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="settlement.csv"' },
    errors: ['not_found'],
    run: (ctx, { params }) => exportSettlementStatementCsv(ctx, params),
  }),
  operation({
    id: 'exportSettlementStatementPdf',
    method: 'get',
    path: '/v1/marketplace/settlements/{id}/statement.pdf',
    tag,
    summary: 'Export the statement of a settlement as PDF',
    description:
      'Returns a statement for the provider with all shares of each visit and how the payout is computed. It does not name families.',
    permission: ['settlements:read', 'payments:read', 'providers:read'],
    params,
    status: 200,
    response: file,
    produces: 'application/pdf',
    headers: { 'Content-Disposition': 'attachment; filename="{id}.pdf"' },
    errors: ['not_found'],
    run: (ctx, { params }) => exportSettlementPdf(ctx, params),
  }),
  operation({
    id: 'approveSettlement',
    method: 'post',
    path: '/v1/marketplace/settlements/{id}/approve',
    tag,
    summary: 'Approve a settlement',
    description:
      'A second signed-in person approves the settlement; its creator and API keys cannot. The payout goes to the provider’s verified payout account, through the centre’s payment account; Stripe pays only to Stripe Connect accounts. `settlement.paid` or `settlement.failed` reports the result. Payments of a failed settlement can be settled again.',
    permission: 'settlements:write',
    params,
    status: 200,
    response: Settlement,
    example: {
      status: 'APPROVED',
      approvedBy: exampleId('user'),
      approvedAt: EXAMPLE_INSTANT,
    },
    errors: [
      ...TRANSITION_ERRORS,
      'second_person_required',
      'payments_not_accepted',
      'sandbox_not_allowed',
      'payout_account_not_payable',
    ],
    events: ['settlement.approved'],
    run: (ctx, { params, version }) => approveSettlement(ctx, { ...params, version }),
  }),
  operation({
    id: 'cancelSettlement',
    method: 'post',
    path: '/v1/marketplace/settlements/{id}/cancel',
    tag,
    summary: 'Cancel a settlement',
    description: 'Cancels a draft. Its payments can be settled again.',
    permission: 'settlements:write',
    params,
    status: 200,
    response: Settlement,
    example: { status: 'CANCELLED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => cancelSettlement(ctx, { ...params, version }),
  }),
]
