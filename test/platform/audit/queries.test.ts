import { expect, test } from 'vitest'
import { auditRow } from '#platform/core/audit/audit-row.ts'
import { insertInto } from '#platform/core/sql/insert-into.ts'
import {
  AuditEntryQuery,
  AuditSealQuery,
  getAuditEntry,
  getAuditSeal,
  listAuditEntries,
  listAuditSeals,
} from '#platform/audit/queries.ts'
import { AuditEntry, AuditSeal } from '#platform/audit/schemas.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { createTenant } from '#organization/tenants/create-tenant.ts'
import { openTrail } from './trail.ts'

/** Three calls, an hour apart: a booking, its refusal, and a workflow step. */
const threeCalls = async () => {
  const trail = await openTrail()
  const { platform, tenantId } = trail
  const ctx: Context = { ...systemContext(platform, { tenantId, action: 'test' }) }
  const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour))
  const client = { kind: 'API_KEY', id: 'key_1', permissions: 'all' } as const
  const rows = [
    auditRow(
      { tenantId, actor: client, action: 'createAppointment', requestId: 'req_1' },
      {
        occurredAt: at(9),
        outcome: 'ALLOWED',
        httpStatus: 201,
        subject: { type: 'appointment', id: 'apt_1' },
        changes: { status: { from: null, to: 'CONFIRMED' } },
      },
    ),
    auditRow(
      { tenantId, actor: client, action: 'createAppointment', requestId: 'req_2' },
      { occurredAt: at(10), outcome: 'REFUSED', code: 'slot_taken', httpStatus: 409 },
    ),
    auditRow(
      {
        tenantId,
        actor: { kind: 'SYSTEM', id: 'workflow', permissions: 'all' },
        action: 'noShow',
        workflowId: 'appointment/x/apt_1',
      },
      { occurredAt: at(11), outcome: 'ALLOWED', subject: { type: 'appointment', id: 'apt_1' } },
    ),
  ]
  for (const row of rows) await platform.database.system.query(insertInto('audit_entries', row))
  const list = async (query: object) => {
    const parsed = AuditEntryQuery.parse({ 'occurredAt[gte]': '2030-01-01T00:00:00Z', ...query })
    return listAuditEntries(ctx, parsed)
  }
  return { ...trail, ctx, list, ids: rows.map(({ id }) => id) }
}

test('entries are filtered by record, actor, action, outcome, request, workflow and time', async () => {
  const { list, ids } = await threeCalls()
  const [booking, refusal, step] = ids
  const cases: [object, (string | undefined)[]][] = [
    [{}, [step, refusal, booking]],
    [{ sort: 'occurredAt' }, [booking, refusal, step]],
    [{ subjectId: 'apt_1' }, [step, booking]],
    [{ actorId: 'key_1' }, [refusal, booking]],
    [{ action: 'noShow' }, [step]],
    [{ outcome: 'REFUSED' }, [refusal]],
    [{ requestId: 'req_1' }, [booking]],
    [{ workflowId: 'appointment/x/apt_1' }, [step]],
    [{ 'occurredAt[gte]': '2030-01-01T11:00:00+01:00' }, [step, refusal]],
    [{ 'occurredAt[lt]': '2030-01-01T10:00:00Z' }, [booking]],
    [{ subjectId: 'apt_1', outcome: 'REFUSED' }, []],
  ]
  for (const [query, expected] of cases) {
    const { data } = await list(query)
    expect(data.map(({ id }) => id)).toEqual(expected)
    for (const entry of data) AuditEntry.parse(entry)
  }
})

test('an entry names actor, action, subject, outcome and changes', async () => {
  const { ctx, ids } = await threeCalls()
  expect(await getAuditEntry(ctx, { id: ids[0]! })).toEqual({
    id: ids[0],
    occurredAt: '2030-01-01T09:00:00.000Z',
    actor: { kind: 'API_KEY', id: 'key_1', through: null },
    action: 'createAppointment',
    outcome: 'ALLOWED',
    code: null,
    httpStatus: 201,
    subjectType: 'APPOINTMENT',
    subjectId: 'apt_1',
    requestId: 'req_1',
    workflowId: null,
    changes: { status: { from: null, to: 'CONFIRMED' } },
  })
})

test('pages continue with a cursor', async () => {
  const { list, ids } = await threeCalls()
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({
      limit: 1,
      ...(cursor && { cursor }),
    })
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual(ids.toReversed())
})

test('seals are listed newest first, for the own tenant only', async () => {
  const trail = await threeCalls()
  await trail.seal()
  await trail.write(1)
  await trail.seal()
  const { data } = await listAuditSeals(trail.ctx, AuditSealQuery.parse({}))
  expect(data.map(({ number, entryCount }) => [number, entryCount])).toEqual([
    [2, 1],
    [1, 4],
  ])
  expect(data[0]?.previousHash).toBe(data[1]?.sealHash)
  const [seal] = data
  expect(AuditSeal.parse(await getAuditSeal(trail.ctx, { id: seal!.id }))).toEqual(seal)

  const { id: tenantId } = await createTenant(trail.platform, { name: 'Other' })
  const other = systemContext(trail.platform, { tenantId, action: 'test' })
  await expect(getAuditSeal(other, { id: seal!.id })).rejects.toThrow('No such audit seal')
  await expect(getAuditEntry(other, { id: trail.ids[0]! })).rejects.toThrow('No such audit entry')
  const nothing: Context = { ...other, actor: { ...other.actor, permissions: new Set() } }
  await expect(listAuditSeals(nothing, AuditSealQuery.parse({}))).rejects.toThrow('audit:read')
})
