import { exampleId } from '#platform/core/records/ids.ts'
import { approveErasure } from '#privacy/erasures/approve-erasure.ts'
import { cancelErasure } from '#privacy/erasures/cancel-erasure.ts'
import { createErasure } from '#privacy/erasures/create-erasure.ts'
import { ErasureQuery, getErasure, listErasures } from '#privacy/erasures/queries.ts'
import { CreateErasure, Erasure, ErasurePlan } from '#privacy/erasures/schemas.ts'
import { DownloadLink } from '#clinical/attachments/schemas.ts'
import { DisclosureQuery, listChildDisclosures } from '#privacy/disclosures/queries.ts'
import { Disclosure } from '#privacy/disclosures/schemas.ts'
import { createPersonExport } from '#privacy/person-exports/create-person-export.ts'
import { expirePersonExport } from '#privacy/person-exports/expire-person-export.ts'
import {
  createPersonExportDownloadLink,
  getPersonExport,
  listPersonExports,
  PersonExportQuery,
} from '#privacy/person-exports/queries.ts'
import { CreatePersonExport, PersonExport } from '#privacy/person-exports/schemas.ts'
import { patchRetentionPolicy } from '#privacy/retention/patch-retention-policy.ts'
import { getRetentionPolicy } from '#privacy/retention/queries.ts'
import { PatchRetentionPolicy, RetentionPolicy } from '#privacy/retention/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Rights of the person',
  about:
    'Export and erasure of a person’s data, restriction of processing, and who has seen a record.',
}
const params = idParam('personExport')

export const personOperations = [
  operation({
    id: 'listChildDisclosures',
    method: 'get',
    path: '/v1/children/{id}/disclosures',
    tag,
    summary: 'List disclosures of a child’s record',
    description:
      'Lists every allowed request that showed or changed data of the child: who, when, what and for which purpose. Computed from the audit trail.',
    permission: 'disclosures:read',
    params: idParam('child'),
    query: DisclosureQuery,
    status: 200,
    response: pageOf(Disclosure),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listChildDisclosures(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'createPersonExport',
    method: 'post',
    path: '/v1/person-exports',
    tag,
    summary: 'Create an export of a person’s data',
    description:
      'A durable workflow builds a ZIP archive. For a child, it contains the record as PDF and JSON, the files, and the rows of every table; for a client, only the rows. You can download the archive for seven days.',
    permission: 'person-exports:write',
    body: CreatePersonExport,
    status: 201,
    response: PersonExport,
    example: {
      status: 'RUNNING',
      sections: { done: 0, total: 44 },
      sizeBytes: null,
      sha256: null,
      readyAt: null,
      expiresAt: null,
    },
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createPersonExport(ctx, body),
  }),
  operation({
    id: 'listPersonExports',
    method: 'get',
    path: '/v1/person-exports',
    tag,
    summary: 'List exports',
    description: 'Newest first, including deleted archives.',
    permission: 'person-exports:read',
    query: PersonExportQuery,
    status: 200,
    response: pageOf(PersonExport),
    run: (ctx, { query }) => listPersonExports(ctx, query),
  }),
  operation({
    id: 'getPersonExport',
    method: 'get',
    path: '/v1/person-exports/{id}',
    tag,
    summary: 'Retrieve an export',
    description:
      'Returns the export with its progress. Poll this operation until the export is ready, then create a download link.',
    permission: 'person-exports:read',
    params,
    status: 200,
    response: PersonExport,
    errors: ['not_found'],
    run: (ctx, { params }) => getPersonExport(ctx, params),
  }),
  operation({
    id: 'createPersonExportDownloadLink',
    method: 'post',
    path: '/v1/person-exports/{id}/download-link',
    tag,
    summary: 'Create a link to download an archive',
    description: 'The link requires no token and works for five minutes.',
    permission: 'person-exports:write',
    params,
    status: 200,
    response: DownloadLink,
    errors: ['not_found', 'invalid_transition', 'export_expired'],
    run: (ctx, { params }) => createPersonExportDownloadLink(ctx, params),
  }),
  operation({
    id: 'expirePersonExport',
    method: 'post',
    path: '/v1/person-exports/{id}/expire',
    tag,
    summary: 'Expire an export',
    description: 'Deletes the archive early. The record of the export is kept.',
    permission: 'person-exports:write',
    params,
    status: 200,
    response: PersonExport,
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => expirePersonExport(ctx, { ...params, version }),
  }),
  operation({
    id: 'createErasure',
    method: 'post',
    path: '/v1/erasures',
    tag,
    summary: 'Create an erasure of a person',
    description:
      'Returns what will be erased immediately and what must be kept, with the rule and the end of retention. Another person must approve the erasure. After a grace period, in which you can cancel, a durable workflow erases the data table by table; records that must be kept by law are erased when their retention ends. Fails with `erasure_blocked` and `blockers` while the person has open matters. With `dryRun=true` you get the same response and nothing changes. The audit trail, which contains only IDs, is kept (Art. 17(3)(b) GDPR).',
    permission: 'erasures:write',
    query: DryRun,
    body: CreateErasure,
    status: 201,
    response: ErasurePlan,
    errors: [
      'invalid_reference',
      'child_merged',
      'erasure_blocked',
      'erasure_open',
      'already_exists',
    ],
    events: ['erasure.requested'],
    run: (ctx, { body, query }) => createErasure(ctx, { ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listErasures',
    method: 'get',
    path: '/v1/erasures',
    tag,
    summary: 'List erasures',
    description: 'Newest first, including cancelled erasures.',
    permission: 'erasures:read',
    query: ErasureQuery,
    status: 200,
    response: pageOf(Erasure),
    run: (ctx, { query }) => listErasures(ctx, query),
  }),
  operation({
    id: 'getErasure',
    method: 'get',
    path: '/v1/erasures/{id}',
    tag,
    summary: 'Retrieve an erasure',
    description:
      'Returns the progress of the erasure: how many records are erased, and which are kept, with the rule and the end of retention.',
    permission: 'erasures:read',
    params: idParam('erasure'),
    status: 200,
    response: Erasure,
    errors: ['not_found'],
    run: (ctx, { params }) => getErasure(ctx, params),
  }),
  operation({
    id: 'approveErasure',
    method: 'post',
    path: '/v1/erasures/{id}/approve',
    tag,
    summary: 'Approve an erasure',
    description:
      'Starts the grace period; from `startsAt` on, the erasure cannot be cancelled. The user who requested the erasure cannot approve it, and it cannot be approved while the person has open matters.',
    permission: 'erasures:write',
    params: idParam('erasure'),
    status: 200,
    response: Erasure,
    example: {
      status: 'SCHEDULED',
      approvedBy: exampleId('user'),
      approvedAt: EXAMPLE_INSTANT,
      startsAt: '2026-11-28T09:30:00.000Z',
    },
    errors: [...TRANSITION_ERRORS, 'second_person_required', 'erasure_blocked'],
    events: ['erasure.scheduled'],
    run: (ctx, { params, version }) => approveErasure(ctx, { ...params, version }),
  }),
  operation({
    id: 'cancelErasure',
    method: 'post',
    path: '/v1/erasures/{id}/cancel',
    tag,
    summary: 'Cancel an erasure',
    description:
      'You can cancel an erasure before it is approved, or during the grace period. Nothing has been erased until then.',
    permission: 'erasures:write',
    params: idParam('erasure'),
    status: 200,
    response: Erasure,
    example: { status: 'CANCELLED', cancelledAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => cancelErasure(ctx, { ...params, version }),
  }),
  operation({
    id: 'getRetentionPolicy',
    method: 'get',
    path: '/v1/retention-policy',
    tag,
    summary: 'Retrieve the retention policy',
    description:
      'Returns how many years clinical and financial records are kept, as chosen by the centre or required by law.',
    permission: 'retention-policy:read',
    status: 200,
    response: RetentionPolicy,
    run: (ctx) => getRetentionPolicy(ctx),
  }),
  operation({
    id: 'patchRetentionPolicy',
    method: 'patch',
    path: '/v1/retention-policy',
    tag,
    summary: 'Change the retention policy',
    description:
      'Set the policy according to the law that applies to you. When a retention period ends, only records of people whose erasure was requested are erased.',
    permission: 'retention-policy:write',
    body: PatchRetentionPolicy,
    status: 200,
    response: RetentionPolicy,
    errors: ['precondition_failed'],
    events: ['organization.updated'],
    run: (ctx, { body, version }) => patchRetentionPolicy(ctx, { version, patch: body }),
  }),
]
