import { FileLink } from '../../domain/attachments/schemas.ts'
import { DisclosureQuery, listDisclosures } from '../../domain/disclosures/queries.ts'
import { Disclosure } from '../../domain/disclosures/schemas.ts'
import { createPersonExport } from '../../domain/person-exports/create-person-export.ts'
import { expirePersonExport } from '../../domain/person-exports/expire-person-export.ts'
import {
  createArchiveLink,
  getPersonExport,
  listPersonExports,
  PersonExportQuery,
} from '../../domain/person-exports/queries.ts'
import { CreatePersonExport, PersonExport } from '../../domain/person-exports/schemas.ts'
import { operation } from '../http/operation.ts'
import { idParam, pageOf } from '../http/shapes.ts'

const tag = 'Rights of the person'
const params = idParam('personExport')

export const personOperations = [
  operation({
    id: 'listDisclosures',
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
    run: (ctx, { params, query }) => listDisclosures(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'createPersonExport',
    method: 'post',
    path: '/v1/person-exports',
    tag,
    summary: 'Export all that is held about a person',
    description:
      'A durable run gathers a ZIP archive: of a child its record as PDF and JSON, its files, and the rows of every table; of a client the rows. It can be downloaded for seven days.',
    permission: 'person-exports:write',
    body: CreatePersonExport,
    status: 201,
    response: PersonExport,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createPersonExport(ctx, body),
  }),
  operation({
    id: 'listPersonExports',
    method: 'get',
    path: '/v1/person-exports',
    tag,
    summary: 'List exports',
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
    permission: 'person-exports:read',
    params,
    status: 200,
    response: PersonExport,
    errors: ['not_found'],
    run: (ctx, { params }) => getPersonExport(ctx, params),
  }),
  operation({
    id: 'createArchiveLink',
    method: 'post',
    path: '/v1/person-exports/{id}/download-link',
    tag,
    summary: 'Create a link to download an archive',
    description: 'The link needs no token and works for five minutes.',
    permission: 'person-exports:write',
    params,
    status: 200,
    response: FileLink,
    errors: ['not_found', 'invalid_transition', 'gone'],
    run: (ctx, { params }) => createArchiveLink(ctx, params),
  }),
  operation({
    id: 'expirePersonExport',
    method: 'post',
    path: '/v1/person-exports/{id}/expire',
    tag,
    summary: 'Delete an archive before its time',
    permission: 'person-exports:write',
    params,
    status: 200,
    response: PersonExport,
    errors: ['not_found', 'precondition_failed', 'invalid_transition'],
    run: (ctx, { params, version }) => expirePersonExport(ctx, { ...params, version }),
  }),
]
