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

const tag = 'Rights of the person'
const params = idParam('personExport')

export const personOperations = [
  operation({
    id: 'listChildDisclosures',
    method: 'get',
    path: '/v1/children/{id}/disclosures',
    tag,
    summary: 'List who saw a child’s record',
    description:
      'Every call that was allowed and showed or changed something of the child: who, when, what and to which end. From the audit trail.',
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
    summary: 'Create an export of all that is held about a person',
    description:
      'A durable run gathers a ZIP archive: of a child its record as PDF and JSON, its files, and the rows of every table; of a client the rows. It can be downloaded for seven days.',
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
    description: 'Newest first, with those whose archive is deleted.',
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
    summary: 'Retrieve an export, with how far it is',
    description: 'Ask again until it is ready, then fetch the archive by a link of its own.',
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
    description: 'The link needs no token and works for five minutes.',
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
    summary: 'Expire an export: delete its archive before its time',
    description: 'The archive is deleted. The record of the export stays.',
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
      'Answers what is erased at once, and what is kept, by which rule and until when. It waits for somebody else to approve it; then, after days of grace in which it can be cancelled, a durable run erases table by table; what the law wants kept stays until that is over, and is erased then. Refused with `erasure_blocked` and `blockers` while something of the person is still open. With `dryRun=true` the answer is the same and nothing is done. The audit trail, which has ids alone, stays (Art. 17(3)(b) GDPR).',
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
    description: 'Newest first, with those that were cancelled.',
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
    summary: 'Retrieve an erasure, with how far it is and what stays until when',
    description: 'How many records are gone, and which stay by which rule and until when.',
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
    summary: 'Approve an erasure that somebody else asked for',
    description:
      'Its days of grace begin: from `startsAt` on it cannot be taken back. Refused for who asked for it, and while something of the person is open.',
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
    summary: 'Cancel an erasure before it begins',
    description: 'Before its approval, or in its days of grace. Nothing has been erased then.',
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
    summary: 'Retrieve how long records are kept',
    description:
      'How many years clinical and financial records are kept, as the center has chosen or the law demands.',
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
    summary: 'Change how long records are kept',
    description:
      'For your centre’s law. Nothing is erased by itself when a time is over: only records of people whose erasure was asked for.',
    permission: 'retention-policy:write',
    body: PatchRetentionPolicy,
    status: 200,
    response: RetentionPolicy,
    errors: ['precondition_failed'],
    events: ['organization.updated'],
    run: (ctx, { body, version }) => patchRetentionPolicy(ctx, { version, patch: body }),
  }),
]
