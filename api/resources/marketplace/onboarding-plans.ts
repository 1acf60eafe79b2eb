import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { patchOnboardingPlan } from '#marketplace/onboarding-plans/patch-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import {
  getOnboardingPlan,
  getOnboardingPlanVersion,
  listOnboardingPlans,
  OnboardingPlanQuery,
  PlanVersionParams,
} from '#marketplace/onboarding-plans/queries.ts'
import { onboardingPlanRecord } from '#marketplace/onboarding-plans/record.ts'
import {
  CreateOnboardingPlan,
  OnboardingPlan,
  OnboardingPlanVersion,
  PatchOnboardingPlan,
} from '#marketplace/onboarding-plans/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Provider onboarding'
const params = idParam('onboardingPlan')

export const onboardingPlanOperations = [
  operation({
    id: 'createOnboardingPlan',
    method: 'post',
    path: '/v1/onboarding-plans',
    tag,
    summary: 'Create an onboarding plan',
    description:
      'Lists what providers must supply before they can be approved, such as documents, licenses, references and agreements. Publish the plan before you use it for onboardings.',
    permission: 'onboarding-plans:write',
    body: CreateOnboardingPlan,
    status: 201,
    response: OnboardingPlan,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createOnboardingPlan(ctx, body),
  }),
  operation({
    id: 'listOnboardingPlans',
    method: 'get',
    path: '/v1/onboarding-plans',
    tag,
    summary: 'List onboarding plans',
    description: 'Newest first. Archived plans are not included unless you set `state`.',
    permission: 'onboarding-plans:read',
    query: OnboardingPlanQuery,
    status: 200,
    response: pageOf(OnboardingPlan),
    run: (ctx, { query }) => listOnboardingPlans(ctx, query),
  }),
  operation({
    id: 'getOnboardingPlan',
    method: 'get',
    path: '/v1/onboarding-plans/{id}',
    tag,
    summary: 'Retrieve an onboarding plan',
    description: 'Returns the draft of the next version, and the number of the published version.',
    permission: 'onboarding-plans:read',
    params,
    status: 200,
    response: OnboardingPlan,
    errors: ['not_found'],
    run: (ctx, { params }) => getOnboardingPlan(ctx, params),
  }),
  operation({
    id: 'patchOnboardingPlan',
    method: 'patch',
    path: '/v1/onboarding-plans/{id}',
    tag,
    summary: 'Change the draft of an onboarding plan',
    description: 'Changes the draft. Published versions never change; publish the draft to use it.',
    permission: 'onboarding-plans:write',
    params,
    body: PatchOnboardingPlan,
    status: 200,
    response: OnboardingPlan,
    errors: [...CHANGE_ERRORS, 'invalid_reference'],
    run: (ctx, { params, body, version }) =>
      patchOnboardingPlan(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'publishOnboardingPlan',
    method: 'post',
    path: '/v1/onboarding-plans/{id}/publish',
    tag,
    summary: 'Publish a version of an onboarding plan',
    description:
      'New onboardings follow this version, which never changes. Running onboardings keep their version.',
    permission: 'onboarding-plans:write',
    params,
    status: 200,
    response: OnboardingPlan,
    errors: [...CHANGE_ERRORS, 'record_archived', 'nothing_to_publish'],
    run: (ctx, { params, version }) => publishOnboardingPlan(ctx, { ...params, version }),
  }),
  operation({
    id: 'getOnboardingPlanVersion',
    method: 'get',
    path: '/v1/onboarding-plans/{id}/versions/{number}',
    tag,
    summary: 'Retrieve a version of an onboarding plan',
    description: 'Returns a published version, which never changes.',
    permission: 'onboarding-plans:read',
    params: PlanVersionParams,
    status: 200,
    response: OnboardingPlanVersion,
    errors: ['not_found'],
    run: (ctx, { params }) => getOnboardingPlanVersion(ctx, params),
  }),
  ...archiveOperations(onboardingPlanRecord, {
    path: '/v1/onboarding-plans/{id}',
    tag,
    noun: 'an onboarding plan',
    response: OnboardingPlan,
  }),
]
