import { checkProviderLicense } from '#organization/provider-licenses/check-provider-license.ts'
import { createProviderLicense } from '#organization/provider-licenses/create-provider-license.ts'
import { patchProviderLicense } from '#organization/provider-licenses/patch-provider-license.ts'
import {
  getProviderLicense,
  listProviderLicenses,
  ProviderLicenseQuery,
} from '#organization/provider-licenses/queries.ts'
import { providerLicenseRecord } from '#organization/provider-licenses/record.ts'
import {
  CreateProviderLicense,
  PatchProviderLicense,
  ProviderLicense,
  VerifyProviderLicense,
} from '#organization/provider-licenses/schemas.ts'
import { verifyProviderLicense } from '#organization/provider-licenses/verify-provider-license.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Provider licenses',
  about:
    'Professions and states in which providers are licensed, expiry dates, and how each license was verified.',
}
const params = idParam('providerLicense')

export const providerLicenseOperations = [
  operation({
    id: 'createProviderLicense',
    method: 'post',
    path: '/v1/provider-licenses',
    tag,
    summary: 'Record a license',
    description:
      'Creates an unverified license. It counts only after somebody verifies it. An expired license is refused with `in_the_past`.',
    permission: 'provider-licenses:write',
    body: CreateProviderLicense,
    status: 201,
    response: ProviderLicense,
    errors: ['invalid_reference', 'already_exists'],
    events: ['provider_license.created'],
    run: (ctx, { body }) => createProviderLicense(ctx, body),
  }),
  operation({
    id: 'listProviderLicenses',
    method: 'get',
    path: '/v1/provider-licenses',
    tag,
    summary: 'List licenses',
    description: 'Newest first. Archived licenses are not included unless you set `state`.',
    permission: 'provider-licenses:read',
    query: ProviderLicenseQuery,
    status: 200,
    response: pageOf(ProviderLicense),
    run: (ctx, { query }) => listProviderLicenses(ctx, query),
  }),
  operation({
    id: 'getProviderLicense',
    method: 'get',
    path: '/v1/provider-licenses/{id}',
    tag,
    summary: 'Retrieve a license',
    description:
      'Returns the profession and state of the license, its expiry date, and the evidence of its verification.',
    permission: 'provider-licenses:read',
    params,
    status: 200,
    response: ProviderLicense,
    errors: ['not_found'],
    run: (ctx, { params }) => getProviderLicense(ctx, params),
  }),
  operation({
    id: 'patchProviderLicense',
    method: 'patch',
    path: '/v1/provider-licenses/{id}',
    tag,
    summary: 'Change a license',
    description:
      'Members that you omit stay unchanged. If you change a verified license, it must be verified again.',
    permission: 'provider-licenses:write',
    params,
    body: PatchProviderLicense,
    status: 200,
    response: ProviderLicense,
    errors: [...CHANGE_ERRORS, 'already_exists'],
    events: ['provider_license.updated'],
    run: (ctx, { params, body, version }) =>
      patchProviderLicense(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'verifyProviderLicense',
    method: 'post',
    path: '/v1/provider-licenses/{id}/verify',
    tag,
    summary: 'Verify a license',
    description:
      'From now on the license counts, regardless of any earlier registry result. Its holder cannot verify it; another person must. State how you verified it, for the record.',
    permission: 'provider-licenses:write',
    params,
    body: VerifyProviderLicense,
    status: 200,
    response: ProviderLicense,
    errors: [
      ...CHANGE_ERRORS,
      'record_archived',
      'license_expired',
      'second_person_required',
      'step_up_required',
    ],
    events: ['provider_license.updated'],
    run: (ctx, { params, body, version }) =>
      verifyProviderLicense(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'checkProviderLicense',
    method: 'post',
    path: '/v1/provider-licenses/{id}/check',
    tag,
    summary: 'Check a license against a registry',
    description:
      'Queries the public registry of national provider identifiers, and retries for at most a day; `verification` then contains the answer as evidence. If the data agrees, the license is verified. If it differs, a follow-up of kind `LICENSE_REVIEW` asks a person to check. The sandbox agrees unless the number ends in `-unknown`, `-inactive`, `-othername`, `-othernumber`, `-otherstate`, `-awayonce` or `-away`.',
    permission: ['provider-licenses:write', 'providers:read'],
    params,
    status: 200,
    response: ProviderLicense,
    errors: [...TRANSITION_ERRORS, 'record_archived', 'license_expired', 'license_not_checkable'],
    events: ['provider_license.updated'],
    run: (ctx, { params, version }) => checkProviderLicense(ctx, { ...params, version }),
  }),
  ...archiveOperations(providerLicenseRecord, {
    path: '/v1/provider-licenses/{id}',
    tag,
    noun: 'a license',
    response: ProviderLicense,
    restoreErrors: ['already_exists', 'second_person_required', 'step_up_required'],
  }),
]
