import { patchOrganization } from '#organization/tenants/patch-organization.ts'
import { getOrganization } from '#organization/tenants/queries.ts'
import { Organization, PatchOrganization } from '#organization/tenants/schemas.ts'
import { operation } from '../../http/operation.ts'

const tag = { name: 'Organization', about: 'The organization and its settings.' }

export const organizationOperations = [
  operation({
    id: 'getOrganization',
    method: 'get',
    path: '/v1/organization',
    tag,
    summary: 'Retrieve the organization',
    description:
      'Returns the organization’s general settings, and where to find its other settings.',
    permission: 'organization:read',
    status: 200,
    response: Organization,
    run: (ctx) => getOrganization(ctx),
  }),
  operation({
    id: 'patchOrganization',
    method: 'patch',
    path: '/v1/organization',
    tag,
    summary: 'Change the organization',
    description: 'Members that you omit stay unchanged. Changes apply from now on.',
    permission: 'organization:write',
    body: PatchOrganization,
    status: 200,
    response: Organization,
    errors: ['precondition_failed', 'currency_in_use'],
    events: ['organization.updated'],
    run: (ctx, { body, version }) => patchOrganization(ctx, { version, patch: body }),
  }),
]
