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
  AcceptItem,
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

const tag = {
  name: 'Provider onboarding',
  about: 'What the centre requires of providers before they can work there, and their progress.',
}
const params = idParam('providerOnboarding')
const permission = 'provider-onboardings:write'

/** Errors and events that all changes of an onboarding in progress have in common. */
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
      'Starts the onboarding of an applicant, who becomes a provider that cannot be booked yet, or of a provider who was rejected or withdrew. The applicant gets a link to a page that lists the requirements and accepts documents and referees, and reminders of missing items.',
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
    summary: 'List onboardings',
    description: 'Newest first, unless you sort the list.',
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
    summary: 'Retrieve the onboarding board',
    description:
      'Counts running onboardings by stage, age and the party that must act, and lists those that have waited longest. Only onboardings that you can see are counted.',
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
    description:
      'Returns what is required, what has been received, the party that must act, and the stages so far.',
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
    summary: 'Accept an onboarding item',
    description:
      'Confirms what the applicant, a referee or the centre supplied. If there is no document, license, agreement or reference, say in `note` what you saw; `evidence` of the item says what it was accepted for. A license can be accepted only after it is verified and before it expires. When all blocking items are accepted or waived, the onboarding waits for approval.',
    body: AcceptItem,
    bodyOptional: true,
    errors: [...onItem.errors, 'invalid_reference', 'license_not_verified', 'license_expired'],
    run: (ctx, { params, version, body }) =>
      acceptOnboardingItem(ctx, { ...params, version, ...body }),
  }),
  operation({
    ...onItem,
    id: 'returnOnboardingItem',
    path: '/v1/provider-onboardings/{id}/items/{key}/return',
    summary: 'Return an onboarding item',
    description:
      'Requests the item again, with the reason and a new due date. References already given are kept; the applicant must name other referees.',
    body: ReturnItem,
    example: { status: 'VERIFICATION', waitingOn: ['CENTRE'] },
    run: (ctx, { params, body, version }) =>
      returnOnboardingItem(ctx, { ...params, version, ...body }),
  }),
  operation({
    ...onItem,
    id: 'waiveOnboardingItem',
    path: '/v1/provider-onboardings/{id}/items/{key}/waive',
    summary: 'Waive an onboarding item',
    description:
      'The item is no longer required and no longer blocks approval. The reason is kept on record.',
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
      'Sends a new link to a page that shows what is still missing. Earlier links keep working. Returns 409 if the last invitation was sent less than a minute ago.',
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
      'Items that both versions require keep what was supplied. With `dryRun=true` the response lists what would be kept, added and removed, and nothing changes.',
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
      'From now on, the provider can be booked. The user who started the onboarding and the provider cannot approve it.',
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
      'Disables the applicant’s link. The platform does not notify the applicant; the reason is only for the centre.',
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
    description:
      'Use this if an applicant no longer wants to work for the centre. The applicant can apply again later.',
    permission,
    params,
    body: EndOnboarding,
    events: ['provider_onboarding.withdrawn', 'provider.updated'],
    example: { status: 'WITHDRAWN', decidedAt: EXAMPLE_INSTANT, waitingOn: [], dueAt: null },
    run: (ctx, { params, body, version }) =>
      withdrawProviderOnboarding(ctx, { ...params, version, ...body }),
  }),
]
