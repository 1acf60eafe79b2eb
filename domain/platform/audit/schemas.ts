import { z } from 'zod'
import type { AuditEntry as EntryModel } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '../core/records/ids.ts'
import { fromJson } from '../core/sql/json.ts'
import { resourceSchema } from '../core/schemas/resource-schema.ts'
import { SubjectType, subjectTypeOf } from '../core/records/subject-type.ts'
import { utc } from '../core/time/time.ts'

const instant = z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' })

export const OUTCOMES = ['ALLOWED', 'REFUSED', 'REPLAYED', 'FAILED'] as const

const outcome = z.enum(OUTCOMES).meta({
  description:
    'ALLOWED: the action was carried out. REFUSED: a rule, a permission or the input prevented it. REPLAYED: the request was answered from a stored response. FAILED: the platform had an error.',
  example: 'ALLOWED',
})

export const AuditEntry = resourceSchema('AuditEntry', {
  id: idOf('auditEntry'),
  occurredAt: instant.meta({ description: 'When the request was answered, in UTC.' }),
  actor: z
    .strictObject({
      kind: z.enum(['API_KEY', 'USER', 'SYSTEM', 'ANONYMOUS']).meta({
        description: 'Whether the actor was an API key, a user, the system or an unknown caller.',
      }),
      id: z.string().meta({ description: 'ID of the API key or user, or name of the system.' }),
      through: naming(ANY_RECORD, z.string())
        .nullable()
        .meta({ description: 'ID of the session through which a user acted; otherwise null.' }),
    })
    .meta({
      description: 'Who.',
      example: { kind: 'API_KEY', id: exampleId('apiKey'), through: null },
    }),
  action: z.string().meta({
    description: 'An operationId, a command, or mcp/ followed by the name of the tool.',
    example: 'createAppointment',
  }),
  outcome,
  code: z.string().nullable().meta({
    description: 'Code of the problem in the response; null if there was none.',
    example: null,
  }),
  httpStatus: z
    .int()
    .nullable()
    .meta({ description: 'Status of the response; null if it was not a request.', example: 201 }),
  subjectType: SubjectType.nullable().meta({
    description: 'Kind of record that the action was about; null if there is none.',
    example: 'APPOINTMENT',
  }),
  subjectId: naming(ANY_RECORD, z.string())
    .nullable()
    .meta({ description: 'ID of that record.', example: exampleId('appointment') }),
  requestId: z
    .string()
    .nullable()
    .meta({
      description: 'X-Request-Id of the response; null if it was not a request.',
      example: exampleId('request'),
    }),
  workflowId: naming(ANY_RECORD, z.string())
    .nullable()
    .meta({ description: 'Workflow that acted; null if there is none.', example: null }),
  changes: z.record(z.string(), naming(ANY_RECORD, z.unknown())).meta({
    description:
      'Old and new value of each changed field. Personal and secret values are shown as `[withheld]`.',
    example: { status: { from: null, to: 'CONFIRMED' } },
  }),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const toAuditEntry = (row: EntryModel): AuditEntry => ({
  id: row.id,
  occurredAt: utc(row.occurredAt),
  // The database allows no other kinds and outcomes: these unions define its CHECKs.
  actor: { kind: row.actorKind, id: row.actorId, through: row.actorThrough },
  action: row.action,
  outcome: row.outcome,
  code: row.code,
  httpStatus: row.httpStatus,
  subjectType: row.subjectType === null ? null : subjectTypeOf(row.subjectType),
  subjectId: row.subjectId,
  requestId: row.requestId,
  workflowId: row.workflowId,
  changes: shown(fromJson(AuditEntry.shape.changes, row.changes)) as AuditEntry['changes'],
})

/** Shows kinds of records in changes in the API's notation, as in the rest of the entry. */
const shown = (changes: unknown, member?: string): unknown => {
  if (Array.isArray(changes)) return changes.map((each) => shown(each, member))
  if (typeof changes === 'object' && changes !== null)
    return Object.fromEntries(
      Object.entries(changes).map(([key, value]) => [
        key,
        shown(value, key === 'from' || key === 'to' ? member : key),
      ]),
    )
  return typeof changes === 'string' && (member === 'subjectType' || member === 'recipientType')
    ? subjectTypeOf(changes)
    : changes
}

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const hash = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: `${description} SHA-256, in hex.`, example: HASH })
const xid = (description: string) => z.string().regex(/^\d+$/).meta({ description, example: '742' })

export const AuditSeal = resourceSchema('AuditSeal', {
  id: idOf('auditSeal'),
  number: z
    .int()
    .min(1)
    .meta({ description: 'Number of the seal. Seals are numbered without gaps.', example: 1 }),
  fromXid: xid('First database transaction covered by the seal.'),
  untilXid: xid('First transaction not covered by the seal. The next seal begins there.'),
  entryCount: z
    .int()
    .min(1)
    .meta({ description: 'Number of entries that the seal covers.', example: 3 }),
  lastSeq: z.int().meta({ description: 'Sequence number of the last entry covered.', example: 3 }),
  entriesHash: hash('Hash over the hashes of the entries, in order.'),
  previousHash: hash('sealHash of the previous seal; zeros for the first.'),
  sealHash: hash('Hash over all members above.'),
  keyId: idOf('signingKey'),
  signature: z.string().meta({
    description: 'Ed25519 signature of the seal hash, as base64url.',
    example:
      '5XlC5Gk0m0yV1mXJcTq2o7jv9w2m3bq0cQeQxk8x1lqgkq3vR7m2bX0cYp4hQz9m8n7s6d5f4g3h2j1k0lQwBA',
  }),
  createdAt: instant.meta({ description: 'When the seal was created, in UTC.' }),
})
export type AuditSeal = z.infer<typeof AuditSeal>

interface SealRow extends Omit<AuditSeal, 'createdAt' | 'lastSeq'> {
  lastSeq: bigint
  createdAt: Date
}

export const toAuditSeal = ({ lastSeq, createdAt, ...seal }: SealRow): AuditSeal => ({
  ...seal,
  lastSeq: Number(lastSeq),
  createdAt: utc(createdAt),
})
