import { addCareTeamMember } from '#people/care-teams/add-care-team-member.ts'
import { endCareTeamMember } from '#people/care-teams/end-care-team-member.ts'
import {
  CareTeamQuery,
  getCareTeamMember,
  getProviderCaseload,
  listCareTeamMembers,
} from '#people/care-teams/queries.ts'
import { AddCareTeamMember, CareTeamMember, Caseload } from '#people/care-teams/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Care teams',
  about:
    'Providers who care for a child. A key that is bound to a provider sees only the provider’s caseload.',
}
const params = idParam('careTeamMember')

export const careTeamOperations = [
  operation({
    id: 'addCareTeamMember',
    method: 'post',
    path: '/v1/care-team-members',
    tag,
    summary: 'Add a provider to a child’s care team',
    description:
      'Members see the child’s records for that time. A provider with an appointment or session is on the team automatically, from booking until 90 days afterwards.',
    permission: 'care-teams:write',
    body: AddCareTeamMember,
    status: 201,
    response: CareTeamMember,
    errors: ['invalid_reference'],
    events: ['care_team_member.added'],
    run: (ctx, { body }) => addCareTeamMember(ctx, body),
  }),
  operation({
    id: 'listCareTeamMembers',
    method: 'get',
    path: '/v1/care-team-members',
    tag,
    summary: 'List care team members',
    description: 'Includes former members unless you send `ended=false`.',
    permission: 'care-teams:read',
    query: CareTeamQuery,
    status: 200,
    response: pageOf(CareTeamMember),
    run: (ctx, { query }) => listCareTeamMembers(ctx, query),
  }),
  operation({
    id: 'getCareTeamMember',
    method: 'get',
    path: '/v1/care-team-members/{id}',
    tag,
    summary: 'Retrieve a care team member',
    description: 'Returns the provider’s role in the team and the time of the membership.',
    permission: 'care-teams:read',
    params,
    status: 200,
    response: CareTeamMember,
    errors: ['not_found'],
    run: (ctx, { params }) => getCareTeamMember(ctx, params),
  }),
  operation({
    id: 'endCareTeamMember',
    method: 'post',
    path: '/v1/care-team-members/{id}/end',
    tag,
    summary: 'End a provider’s place on a care team',
    permission: 'care-teams:write',
    params,
    status: 200,
    response: CareTeamMember,
    example: { endsAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['care_team_member.ended'],
    run: (ctx, { params, version }) => endCareTeamMember(ctx, { ...params, version }),
  }),
  operation({
    id: 'getProviderCaseload',
    method: 'get',
    path: '/v1/providers/{id}/caseload',
    tag,
    summary: 'Retrieve a provider’s caseload',
    description:
      'Returns the children whose records a key bound to this provider can read, each with the reasons. Children of supervised providers are included.',
    permission: ['caseloads:read', 'children:read'],
    params: idParam('provider'),
    status: 200,
    response: Caseload,
    errors: ['not_found'],
    run: (ctx, { params }) => getProviderCaseload(ctx, params),
  }),
]
