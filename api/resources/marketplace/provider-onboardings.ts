import { acceptOnboardingItem } from '#marketplace/provider-onboardings/accept-onboarding-item.ts'
import { approveProviderOnboarding } from '#marketplace/provider-onboardings/approve-provider-onboarding.ts'
import { inviteApplicant } from '#marketplace/provider-onboardings/invite-applicant.ts'
import { moveProviderOnboarding } from '#marketplace/provider-onboardings/move-provider-onboarding.ts'
import {
  OnboardingBoard,
  OnboardingBoardQuery,
} from '#marketplace/provider-onboardings/board-schemas.ts'
import { getOnboardingBoard } from '#marketplace/provider-onboardings/get-onboarding-board.ts'
import {
  getProviderOnboarding,
  listProviderOnboardings,
  ProviderOnboardingQuery,
} from '#marketplace/provider-onboardings/queries.ts'
import { rejectProviderOnboarding } from '#marketplace/provider-onboardings/reject-provider-onboarding.ts'
import { returnOnboardingItem } from '#marketplace/provider-onboardings/return-onboarding-item.ts'
import {
  EndOnboarding,
  ItemParams,
  MovedOnboarding,
  MoveOnboarding,
  ProviderOnboarding,
  ReturnItem,
  StartProviderOnboarding,
  WaiveItem,
} from '#marketplace/provider-onboardings/schemas.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { waiveOnboardingItem } from '#marketplace/provider-onboardings/waive-onboarding-item.ts'
import { withdrawProviderOnboarding } from '#marketplace/provider-onboardings/withdraw-provider-onboarding.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Provider onboarding'
const params = idParam('providerOnboarding')
const permission = 'provider-onboardings:write'

/** What every change of a running onboarding may answer and tell. */
const change = {
  method: 'post',
  tag,
  status: 200,
  response: ProviderOnboarding,
  errors: [...TRANSITION_ERRORS, 'record_archived'],
} as const
const onItem = {
  ...change,
  permission,
  params: ItemParams,
  events: ['provider_onboarding.stage_changed', 'provider.updated'],
} as const

export const providerOnboardingOperations = [
  operation({
    id: 'startProviderOnboarding',
    method: 'post',
    path: '/v1/provider-onboardings',
    tag,
    summary: 'Start the onboarding of a provider',
    description:
      'With an applicant, who becomes a provider that cannot be booked yet, or with a provider who was rejected or withdrew. The applicant is sent a link to a page where they see what is asked, send documents and name referees; they are reminded of what is missing.',
    permission: ['provider-onboardings:write', 'providers:write'],
    body: StartProviderOnboarding,
    status: 201,
    response: ProviderOnboarding,
    errors: [
      'invalid_reference',
      'invalid_transition',
      'plan_not_published',
      'form_not_published',
      'onboarding_running',
    ],
    example: { status: 'APPLIED' },
    events: ['provider_onboarding.started', 'provider.created'],
    run: (ctx, { body }) => startProviderOnboarding(ctx, body),
  }),
  operation({
    id: 'listProviderOnboardings',
    method: 'get',
    path: '/v1/provider-onboardings',
    tag,
    summary: 'List onboardings, by stage and by whom they wait for',
    description: 'Newest first unless you sort them.',
    permission: 'provider-onboardings:read',
    query: ProviderOnboardingQuery,
    status: 200,
    response: pageOf(ProviderOnboarding),
    run: (ctx, { query }) => listProviderOnboardings(ctx, query),
  }),
  operation({
    id: 'getOnboardingBoard',
    method: 'get',
    path: '/v1/provider-onboardings/board',
    tag,
    summary: 'Retrieve the board of onboardings',
    description:
      'How many that run are at each stage, for how long, whom they wait for, and those that are there longest. Of what you see alone.',
    permission: ['provider-onboardings:read', 'providers:read'],
    query: OnboardingBoardQuery,
    status: 200,
    response: OnboardingBoard,
    run: (ctx, { query }) => getOnboardingBoard(ctx, query),
  }),
  operation({
    id: 'getProviderOnboarding',
    method: 'get',
    path: '/v1/provider-onboardings/{id}',
    tag,
    summary: 'Retrieve an onboarding',
    description: 'What is asked, what has come, whom it waits for, and the stages so far.',
    permission: 'provider-onboardings:read',
    params,
    status: 200,
    response: ProviderOnboarding,
    errors: ['not_found'],
    run: (ctx, { params }) => getProviderOnboarding(ctx, params),
  }),
  operation({
    ...onItem,
    id: 'acceptOnboardingItem',
    path: '/v1/provider-onboardings/{id}/items/{key}/accept',
    summary: 'Accept what was provided',
    description:
      'What the applicant or a referee provided is as it should be; what the center provides itself was done. A license is accepted once it is verified, and until it expires. Once all that blocks is accepted or waived, the onboarding waits for its approval.',
    errors: [...onItem.errors, 'license_not_verified', 'license_expired'],
    run: (ctx, { params, version }) => acceptOnboardingItem(ctx, { ...params, version }),
  }),
  operation({
    ...onItem,
    id: 'returnOnboardingItem',
    path: '/v1/provider-onboardings/{id}/items/{key}/return',
    summary: 'Return what was provided',
    description:
      'It is asked for again, with the reason, and due anew. References that were given stay on record; others are named.',
    body: ReturnItem,
    example: { status: 'VERIFICATION', waitingOn: ['CENTRE'] },
    run: (ctx, { params, body, version }) =>
      returnOnboardingItem(ctx, { ...params, version, ...body }),
  }),
  operation({
    ...onItem,
    id: 'waiveOnboardingItem',
    path: '/v1/provider-onboardings/{id}/items/{key}/waive',
    summary: 'Waive a requirement',
    description: 'It is not asked for any more, and blocks nothing. The reason stays on record.',
    body: WaiveItem,
    run: (ctx, { params, body, version }) =>
      waiveOnboardingItem(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'inviteApplicant',
    method: 'post',
    path: '/v1/provider-onboardings/{id}/invite',
    tag,
    summary: 'Invite the applicant again',
    description:
      'By another link, also after months: the page shows what is still missing. Earlier links go on. Within a minute of the last invitation it answers 409.',
    permission,
    params,
    status: 200,
    response: ProviderOnboarding,
    example: { status: 'APPLIED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => inviteApplicant(ctx, { ...params, version }),
  }),
  operation({
    id: 'moveProviderOnboarding',
    method: 'post',
    path: '/v1/provider-onboardings/{id}/move',
    tag,
    summary: 'Move an onboarding to another version of its plan',
    description:
      'What was provided for a requirement that both versions have, stays. With `dryRun=true` the answer says what would be kept, added and removed, and nothing is done.',
    permission,
    params,
    query: DryRun,
    body: MoveOnboarding,
    status: 200,
    response: MovedOnboarding,
    example: { status: 'VERIFICATION', waitingOn: ['CENTRE'] },
    errors: [...TRANSITION_ERRORS, 'record_archived'],
    events: ['provider_onboarding.stage_changed', 'provider.updated'],
    run: (ctx, { params, query, body, version }) =>
      moveProviderOnboarding(ctx, {
        ...params,
        ...body,
        version,
        dryRun: query.dryRun === 'true',
      }),
  }),
  operation({
    ...change,
    id: 'approveProviderOnboarding',
    path: '/v1/provider-onboardings/{id}/approve',
    summary: 'Approve a provider',
    description:
      'The provider can be booked from now on. Whoever started the onboarding, or is the provider, cannot approve it.',
    permission: 'provider-approvals:write',
    params,
    errors: [...change.errors, 'second_person_required', 'license_not_verified', 'license_expired'],
    events: ['provider.approved', 'provider.updated'],
    example: { status: 'APPROVED', decidedAt: EXAMPLE_INSTANT, waitingOn: [], dueAt: null },
    run: (ctx, { params, version }) => approveProviderOnboarding(ctx, { ...params, version }),
  }),
  operation({
    ...change,
    id: 'rejectProviderOnboarding',
    path: '/v1/provider-onboardings/{id}/reject',
    summary: 'Reject an applicant',
    description:
      'The applicant’s link ends. They are not told by the platform: the reason is for the center.',
    permission: 'provider-approvals:write',
    params,
    body: EndOnboarding,
    events: ['provider_onboarding.rejected', 'provider.updated'],
    example: { status: 'REJECTED', decidedAt: EXAMPLE_INSTANT, waitingOn: [], dueAt: null },
    run: (ctx, { params, body, version }) =>
      rejectProviderOnboarding(ctx, { ...params, version, ...body }),
  }),
  operation({
    ...change,
    id: 'withdrawProviderOnboarding',
    path: '/v1/provider-onboardings/{id}/withdraw',
    summary: 'Withdraw an application',
    description: 'For an applicant who does not want any more. They can apply again.',
    permission,
    params,
    body: EndOnboarding,
    events: ['provider_onboarding.withdrawn', 'provider.updated'],
    example: { status: 'WITHDRAWN', decidedAt: EXAMPLE_INSTANT, waitingOn: [], dueAt: null },
    run: (ctx, { params, body, version }) =>
      withdrawProviderOnboarding(ctx, { ...params, version, ...body }),
  }),
]
