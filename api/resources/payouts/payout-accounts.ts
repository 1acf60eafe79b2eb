import { createPayoutAccount } from '#payouts/payout-accounts/create-payout-account.ts'
import {
  getPayoutAccount,
  listPayoutAccounts,
  PayoutAccountQuery,
} from '#payouts/payout-accounts/queries.ts'
import { rejectPayoutAccount } from '#payouts/payout-accounts/reject-payout-account.ts'
import {
  CreatePayoutAccount,
  PayoutAccount,
  RejectPayoutAccount,
} from '#payouts/payout-accounts/schemas.ts'
import { verifyPayoutAccount } from '#payouts/payout-accounts/verify-payout-account.ts'
import { withdrawPayoutAccount } from '#payouts/payout-accounts/withdraw-payout-account.ts'
import { exampleId } from '#platform/core/records/ids.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Settlements'
const params = idParam('payoutAccount')
const decided = { decidedBy: exampleId('user'), decidedAt: EXAMPLE_INSTANT }

export const payoutAccountOperations = [
  operation({
    id: 'createPayoutAccount',
    method: 'post',
    path: '/v1/payout-accounts',
    tag,
    summary: 'Create a payout account',
    description:
      'Where a provider is paid: an IBAN, or an account at the payment gateway. Another person verifies it before anything is paid there. An account that is to change is another one. The provider is told by e-mail.',
    permission: 'payout-accounts:write',
    body: CreatePayoutAccount,
    status: 201,
    response: PayoutAccount,
    example: { status: 'PENDING', decidedBy: null, decidedAt: null, payableAt: null },
    errors: ['already_exists', 'invalid_reference'],
    events: ['payout_account.created'],
    run: (ctx, { body }) => createPayoutAccount(ctx, body),
  }),
  operation({
    id: 'listPayoutAccounts',
    method: 'get',
    path: '/v1/payout-accounts',
    tag,
    summary: 'List payout accounts',
    description: 'Newest first, with those that are paid to no more.',
    permission: 'payout-accounts:read',
    query: PayoutAccountQuery,
    status: 200,
    response: pageOf(PayoutAccount),
    run: (ctx, { query }) => listPayoutAccounts(ctx, query),
  }),
  operation({
    id: 'getPayoutAccount',
    method: 'get',
    path: '/v1/payout-accounts/{id}',
    tag,
    summary: 'Retrieve a payout account',
    description: 'Without its number, which nothing answers.',
    permission: 'payout-accounts:read',
    params,
    status: 200,
    response: PayoutAccount,
    errors: ['not_found'],
    run: (ctx, { params }) => getPayoutAccount(ctx, params),
  }),
  operation({
    id: 'verifyPayoutAccount',
    method: 'post',
    path: '/v1/payout-accounts/{id}/verify',
    tag,
    summary: 'Verify a payout account',
    description:
      'By a second person who is signed in, and has asked the provider by a way that they know: not by who created it, and by no API key. It takes the place of the one before, and is paid to from `payableAt` on.',
    permission: 'payout-accounts:write',
    params,
    status: 200,
    response: PayoutAccount,
    example: { status: 'VERIFIED', ...decided },
    errors: [...TRANSITION_ERRORS, 'second_person_required'],
    events: ['payout_account.updated'],
    run: (ctx, { params, version }) => verifyPayoutAccount(ctx, { ...params, version }),
  }),
  operation({
    id: 'rejectPayoutAccount',
    method: 'post',
    path: '/v1/payout-accounts/{id}/reject',
    tag,
    summary: 'Reject a payout account',
    description: 'Nothing is paid there. The account before it, if there is one, stays.',
    permission: 'payout-accounts:write',
    params,
    body: RejectPayoutAccount,
    status: 200,
    response: PayoutAccount,
    example: {
      status: 'REJECTED',
      ...decided,
      payableAt: null,
      rejectionReason: 'The holder is not the provider.',
    },
    errors: [...TRANSITION_ERRORS, 'second_person_required'],
    events: ['payout_account.updated'],
    run: (ctx, { params, version, body }) =>
      rejectPayoutAccount(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'withdrawPayoutAccount',
    method: 'post',
    path: '/v1/payout-accounts/{id}/withdraw',
    tag,
    summary: 'Withdraw a payout account',
    description:
      'Nothing is paid there any more; settlements of the provider are not approved before another is verified.',
    permission: 'payout-accounts:write',
    params,
    status: 200,
    response: PayoutAccount,
    example: { status: 'WITHDRAWN', decidedBy: null, decidedAt: null, payableAt: null },
    errors: TRANSITION_ERRORS,
    events: ['payout_account.updated'],
    run: (ctx, { params, version }) => withdrawPayoutAccount(ctx, { ...params, version }),
  }),
]
