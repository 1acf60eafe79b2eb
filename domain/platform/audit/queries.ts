import { NO_CONTROLS } from '../core/records/record.ts'
import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { exampleId } from '../core/records/ids.ts'
import { additionsQuery, anyOf } from '../core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '../core/lists/record-queries.ts'
import { OUTCOMES, toAuditEntry, toAuditSeal } from './schemas.ts'

/** A filter that is compared literally, so an unknown value finds nothing. */
const text = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(255)
    .regex(NO_CONTROLS, { error: 'must not contain control characters' })
    .optional()
    .meta({ description, example })

export const AuditEntryQuery = additionsQuery(
  'auditEntry',
  'occurredAt',
  ['-occurredAt', 'occurredAt'],
  {
    subjectId: text('Returns only entries about this record.', exampleId('appointment')),
    actorId: text('Returns only entries by this API key, user or system.', exampleId('apiKey')),
    action: text('Returns only entries of this operationId or command.', 'createAppointment'),
    outcome: anyOf(OUTCOMES, 'Returns only requests with this outcome.'),
    requestId: text(
      'Returns only entries of the request that returned this X-Request-Id.',
      exampleId('request'),
    ),
    workflowId: text(
      'Returns only entries by this workflow.',
      `appointment/${exampleId('tenant')}/${exampleId('appointment')}`,
    ),
  },
)
export type AuditEntryQuery = z.infer<typeof AuditEntryQuery>

const entries = recordQueries({
  permission: 'audit:read',
  name: 'audit entry',
  find: ({ db }, selection: Selection<Prisma.AuditEntryWhereInput>) =>
    db.auditEntry.findMany(selection),
  show: each(toAuditEntry),
})

export const getAuditEntry = entries.get
export const listAuditEntries = entries.list((query: AuditEntryQuery) => ({
  ...given(query, 'subjectId', 'actorId', 'action', 'outcome', 'requestId', 'workflowId'),
}))

export const AuditSealQuery = additionsQuery('auditSeal', 'createdAt', ['-number', 'number'], {})
export type AuditSealQuery = z.infer<typeof AuditSealQuery>

/** All columns except the long list of covered entries. */
const SHOWN = {
  id: true,
  number: true,
  fromXid: true,
  untilXid: true,
  entryCount: true,
  lastSeq: true,
  entriesHash: true,
  previousHash: true,
  sealHash: true,
  keyId: true,
  signature: true,
  createdAt: true,
} satisfies Prisma.AuditSealSelect

const seals = recordQueries({
  permission: 'audit:read',
  name: 'audit seal',
  find: ({ db }, selection: Selection<Prisma.AuditSealWhereInput>) =>
    db.auditSeal.findMany({ ...selection, select: SHOWN }),
  show: each(toAuditSeal),
})

export const getAuditSeal = seals.get
export const listAuditSeals = seals.list((_: AuditSealQuery) => ({}))
