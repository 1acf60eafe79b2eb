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

const tag = 'Settlements'
const params = idParam('settlement')

export const settlementOperations = [
  operation({
    id: 'createSettlement',
    method: 'post',
    path: '/v1/marketplace/settlements',
    tag,
    summary: 'Create a settlement',
    description:
      'Shares payments for appointments of a provider by their split terms: those captured in a period that is over, or those that you name. Payments that are disputed wait. Refunds and lost disputes of payments that were settled before are reversed in proportion; what that leaves the provider owing is carried to the next settlement. What split terms reserve, and `holdBack`, is kept back of the payout; reserves that are due are paid, and what the provider owes is taken from the others. A draft waits for the approval of another person. With `dryRun=true` the answer is the same and nothing is done.',
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
    description: 'Newest first, with those that failed or were cancelled.',
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
    description: 'What it comes to, for whom, and how far its payout is.',
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
    description: 'Everybody’s share of each payment, and of each refund that is reversed.',
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
    description: 'The same lines for a spreadsheet.',
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
      'For the provider: each visit with everybody’s share, and how the payout comes about. It names no families.',
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
      'By a second person who is signed in: not by who made it, and by no API key. It is paid to the verified payout account of the provider, by the payment account of the centre; Stripe pays accounts of Stripe Connect alone. The payout begins; `settlement.paid` or `settlement.failed` tells the result. The payments of a failed one can be settled again.',
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
    description: 'While it is a draft. Its payments can be settled again.',
    permission: 'settlements:write',
    params,
    status: 200,
    response: Settlement,
    example: { status: 'CANCELLED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => cancelSettlement(ctx, { ...params, version }),
  }),
]
