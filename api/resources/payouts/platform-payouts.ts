import { approvePlatformPayout } from '#payouts/platform-payouts/approve-platform-payout.ts'
import { cancelPlatformPayout } from '#payouts/platform-payouts/cancel-platform-payout.ts'
import { createPlatformPayout } from '#payouts/platform-payouts/create-platform-payout.ts'
import {
  getPlatformPayout,
  listPlatformPayouts,
  PlatformPayoutQuery,
} from '#payouts/platform-payouts/queries.ts'
import {
  CreatePlatformPayout,
  DraftPlatformPayout,
  PlatformPayout,
} from '#payouts/platform-payouts/schemas.ts'
import { exampleId } from '#platform/core/records/ids.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Settlements'
const params = idParam('platformPayout')

export const platformPayoutOperations = [
  operation({
    id: 'createPlatformPayout',
    method: 'post',
    path: '/v1/marketplace/platform-payouts',
    tag,
    summary: 'Create a payout of the platform’s share',
    description:
      'Collects the platform’s shares of all paid settlements in a currency that no payout has, minus what was reversed. Another person must approve the draft. With `dryRun=true` you get the same response and nothing changes.',
    permission: 'settlements:write',
    query: DryRun,
    body: CreatePlatformPayout,
    status: 201,
    response: DraftPlatformPayout,
    errors: ['settlement_in_progress', 'nothing_to_settle'],
    run: (ctx, { body, query }) =>
      createPlatformPayout(ctx, { ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listPlatformPayouts',
    method: 'get',
    path: '/v1/marketplace/platform-payouts',
    tag,
    summary: 'List payouts of the platform’s share',
    description: 'Newest first, including cancelled payouts.',
    permission: 'settlements:read',
    query: PlatformPayoutQuery,
    status: 200,
    response: pageOf(PlatformPayout),
    run: (ctx, { query }) => listPlatformPayouts(ctx, query),
  }),
  operation({
    id: 'getPlatformPayout',
    method: 'get',
    path: '/v1/marketplace/platform-payouts/{id}',
    tag,
    summary: 'Retrieve a payout of the platform’s share',
    description: 'Returns the amount, and who approved it.',
    permission: 'settlements:read',
    params,
    status: 200,
    response: PlatformPayout,
    errors: ['not_found'],
    run: (ctx, { params }) => getPlatformPayout(ctx, params),
  }),
  operation({
    id: 'approvePlatformPayout',
    method: 'post',
    path: '/v1/marketplace/platform-payouts/{id}/approve',
    tag,
    summary: 'Approve a payout of the platform’s share',
    description:
      'A second signed-in person approves the payout; its creator and API keys cannot. You pay the platform yourself, by bank transfer or against its invoice. The share is then no longer owed in the ledger (PLATFORM_PAYABLE).',
    permission: 'settlements:write',
    params,
    status: 200,
    response: PlatformPayout,
    example: {
      status: 'PAID',
      approvedBy: exampleId('user'),
      approvedAt: EXAMPLE_INSTANT,
    },
    errors: [...TRANSITION_ERRORS, 'second_person_required'],
    run: (ctx, { params, version }) => approvePlatformPayout(ctx, { ...params, version }),
  }),
  operation({
    id: 'cancelPlatformPayout',
    method: 'post',
    path: '/v1/marketplace/platform-payouts/{id}/cancel',
    tag,
    summary: 'Cancel a payout of the platform’s share',
    description: 'Cancels a draft. The shares can be paid by another payout.',
    permission: 'settlements:write',
    params,
    status: 200,
    response: PlatformPayout,
    example: { status: 'CANCELLED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => cancelPlatformPayout(ctx, { ...params, version }),
  }),
]
