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
      'Adds an IBAN or a gateway account to which a provider is paid. Another person must verify the account before anything is paid to it. To change an account, create a new one. The provider is notified by e-mail.',
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
    description: 'Newest first, including accounts that are no longer in use.',
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
    description: 'Returns the account. Its number is never returned.',
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
      'A second signed-in person confirms the account after checking with the provider through a contact that they already know. The person who created the account cannot verify it, and API keys cannot either. The account replaces the previous one and receives payouts from `payableAt` on.',
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
    description:
      'Nothing is paid to a rejected account. The previous account, if there is one, stays in use.',
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
      'Nothing more is paid to the account. The provider’s settlements cannot be approved until another account is verified.',
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
