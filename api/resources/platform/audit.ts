import {
  AuditEntryQuery,
  AuditSealQuery,
  getAuditEntry,
  getAuditSeal,
  listAuditEntries,
  listAuditSeals,
} from '#platform/audit/queries.ts'
import { AuditEntry, AuditSeal } from '#platform/audit/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Audit',
  about: 'Every call, and the seals that prove that the trail is complete.',
}

export const auditOperations = [
  operation({
    id: 'listAuditEntries',
    method: 'get',
    path: '/v1/audit-entries',
    tag,
    summary: 'List audit entries',
    description:
      'Every request, allowed or refused, creates one entry. If the trail is long, combine filters other than subjectId and requestId with a range of occurredAt.',
    permission: 'audit:read',
    query: AuditEntryQuery,
    status: 200,
    response: pageOf(AuditEntry),
    run: (ctx, { query }) => listAuditEntries(ctx, query),
  }),
  operation({
    id: 'getAuditEntry',
    method: 'get',
    path: '/v1/audit-entries/{id}',
    tag,
    summary: 'Retrieve an audit entry',
    description: 'Returns who did what to which record, and what changed.',
    permission: 'audit:read',
    params: idParam('auditEntry'),
    status: 200,
    response: AuditEntry,
    errors: ['not_found'],
    run: (ctx, { params }) => getAuditEntry(ctx, params),
  }),
  operation({
    id: 'listAuditSeals',
    method: 'get',
    path: '/v1/audit-seals',
    tag,
    summary: 'List audit seals',
    description:
      'A seal covers a batch of entries with a hash chain and an Ed25519 signature, so that an entry cannot be altered, removed or inserted without detection.',
    permission: 'audit:read',
    query: AuditSealQuery,
    status: 200,
    response: pageOf(AuditSeal),
    run: (ctx, { query }) => listAuditSeals(ctx, query),
  }),
  operation({
    id: 'getAuditSeal',
    method: 'get',
    path: '/v1/audit-seals/{id}',
    tag,
    summary: 'Retrieve an audit seal',
    description: 'Returns the hashes that prove that the entries in its range are complete.',
    permission: 'audit:read',
    params: idParam('auditSeal'),
    status: 200,
    response: AuditSeal,
    errors: ['not_found'],
    run: (ctx, { params }) => getAuditSeal(ctx, params),
  }),
]
