import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { childEvents } from '#people/children/events.ts'
import { clockMovingWorkflow } from '#early-intervention/clocks/workflows.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

/** With twelve parameters per row, 5,462 rows exceeded the limit of a statement. */
test.each([1, 2, 8, 9, 7_000])(
  'a write with %i messages stores them in order, with one audit row',
  async (count) => {
    const { platform } = api.services
    const { tenantId } = await api.createTenant({ scopes: [...DEFAULT_SCOPES] })
    const children = Array.from({ length: count }, () => newId('child'))
    const requestId = `many-${count}`
    const ctx = { ...systemContext(platform, { tenantId, action: 'test' }), requestId }
    await transact(ctx, 'children:write', async (tx) => {
      for (const childId of children) {
        const subject = { type: 'child', id: childId } as const
        tx.created(subject, { program: 'x' })
        if (count % 2 === 0) tx.wake(clockMovingWorkflow, childId)
        else tx.emit(childEvents['child.registered'], subject, { childId })
      }
    })
    const { rows } = await platform.database.system.query<Record<string, unknown>>(
      `SELECT kind, type, subject_type, subject_id, payload, actor, request_id, created_at = available_at AS now
       FROM outbox WHERE tenant_id = $1 ORDER BY seq`,
      [tenantId],
    )
    expect(rows.map((row) => row['subject_id'])).toEqual(children)
    const facts = { actor: { kind: 'SYSTEM', id: ctx.actor.id }, request_id: requestId, now: true }
    expect(rows.at(-1)).toEqual(
      count % 2 === 0
        ? {
            kind: 'workflow',
            type: 'clockMoving',
            subject_type: 'deadlineRecalculation',
            subject_id: children.at(-1),
            payload: { action: 'wake' },
            ...facts,
          }
        : {
            kind: 'event',
            type: 'child.registered',
            subject_type: 'child',
            subject_id: children.at(-1),
            payload: { childId: children.at(-1) },
            ...facts,
          },
    )
    const audit = await platform.database.system.query(
      'SELECT FROM audit_entries WHERE tenant_id = $1 AND request_id = $2',
      [tenantId, requestId],
    )
    expect(audit.rowCount).toBe(1)
  },
)

test('a write stores equal messages to a workflow once, and every event', async () => {
  const { platform } = api.services
  const { tenantId } = await api.createTenant({ scopes: [...DEFAULT_SCOPES] })
  const ctx = systemContext(platform, { tenantId, action: 'test' })
  const [childId, other] = [newId('child'), newId('child')]
  const later = new Date('2026-12-24T18:00:00Z')
  await transact(ctx, 'children:write', async (tx) => {
    const subject = { type: 'child', id: childId } as const
    tx.created(subject, { program: 'x' })
    for (let round = 0; round < 2; round++) {
      tx.wake(clockMovingWorkflow, childId)
      tx.emit(childEvents['child.registered'], subject, { childId })
      tx.wake(clockMovingWorkflow, other)
      tx.wake(clockMovingWorkflow, childId, later)
      tx.start(clockMovingWorkflow, childId)
      tx.start(clockMovingWorkflow, childId, { urgent: true })
    }
  })
  const { rows } = await platform.database.system.query<{
    kind: string
    subject_id: string
    payload: object
    later: boolean
  }>(
    `SELECT kind, subject_id, payload, available_at > created_at AS later
     FROM outbox WHERE tenant_id = $1 ORDER BY seq`,
    [tenantId],
  )
  const message = (subject_id: string, payload: object, isLater = false) => ({
    kind: 'workflow',
    subject_id,
    payload,
    later: isLater,
  })
  const event = { kind: 'event', subject_id: childId, payload: { childId }, later: false }
  expect(rows).toEqual([
    message(childId, { action: 'wake' }),
    event,
    message(other, { action: 'wake' }),
    message(childId, { action: 'wake' }, true),
    message(childId, { action: 'start' }),
    message(childId, { action: 'start', urgent: true }),
    event,
  ])
})
