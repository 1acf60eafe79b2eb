import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { exampleId } from '../core/ids.ts'
import { instantRange, pageQuery, paginate } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read } from '../core/transaction.ts'
import { outcome, toAuditEntry, toAuditSeal } from './schemas.ts'

/** What stands in a filter is compared, not interpreted: a value that nothing has finds nothing. */
const text = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' })
    .optional()
    .meta({ description, example })

export const AuditEntryQuery = z.strictObject({
  ...pageQuery('-occurredAt', 'occurredAt'),
  subjectId: text('Of this record only.', exampleId('appointment')),
  actorId: text('By this client, user or system.', exampleId('apiKey')),
  action: text('An operationId, or a command.', 'createAppointment'),
  outcome: outcome.optional().meta({ description: 'Only calls that ended this way.' }),
  requestId: text('Of the request that answered with this X-Request-Id.', exampleId('request')),
  workflowId: text(
    'By this workflow.',
    `appointment/${exampleId('tenant')}/${exampleId('appointment')}`,
  ),
  ...instantRange('occurredAt'),
})
export type AuditEntryQuery = z.infer<typeof AuditEntryQuery>

export const getAuditEntry = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'audit:read', async (reader) => {
    const row = await reader.db.auditEntry.findFirst({ where: inTenant(reader, id) })
    if (!row) throw notFound('audit entry')
    return toAuditEntry(row)
  })

export const listAuditEntries = (ctx: Context, query: AuditEntryQuery) =>
  read(ctx, 'audit:read', (reader) => {
    const filter = { tenantId: reader.tenantId, ...entryFilter(query) }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.auditEntry.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toAuditEntry,
    )
  })

const EQUALS = ['subjectId', 'actorId', 'action', 'outcome', 'requestId', 'workflowId'] as const

const entryFilter = (query: AuditEntryQuery): Prisma.AuditEntryWhereInput => {
  const equal = EQUALS.flatMap((field) => {
    const value = query[field]
    return value === undefined ? [] : [[field, value]]
  })
  const { 'occurredAt[gte]': gte, 'occurredAt[lt]': lt } = query
  return {
    ...Object.fromEntries(equal),
    ...((gte || lt) && { occurredAt: { ...(gte && { gte }), ...(lt && { lt }) } }),
  }
}

export const AuditSealQuery = z.strictObject(pageQuery('-number', 'number'))
export type AuditSealQuery = z.infer<typeof AuditSealQuery>

/** All but the long list of what it covers. */
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

export const getAuditSeal = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'audit:read', async (reader) => {
    const row = await reader.db.auditSeal.findFirst({ where: inTenant(reader, id), select: SHOWN })
    if (!row) throw notFound('audit seal')
    return toAuditSeal(row)
  })

export const listAuditSeals = (ctx: Context, query: AuditSealQuery) =>
  read(ctx, 'audit:read', (reader) =>
    paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.auditSeal.findMany({
          where: { AND: [{ tenantId: reader.tenantId }, where] },
          orderBy,
          take,
          select: SHOWN,
        }),
      toAuditSeal,
    ),
  )
