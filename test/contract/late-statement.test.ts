import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { startApi, type TestApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('work that outlives its transaction cannot reach the connection, which may serve another tenant by then', async () => {
  const { tenantId } = await api.createTenant()
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const late: Promise<unknown>[] = []
  const over = Promise.withResolvers<void>()
  await read(ctx, 'locations:read', async (reader) => {
    const afterwards = async (statement: () => Promise<unknown>) => {
      await over.promise
      return statement()
    }
    late.push(
      afterwards(() => reader.sql('SELECT 1')),
      afterwards(() => reader.db.location.findMany()),
    )
  })
  over.resolve()
  const outcomes = await Promise.allSettled(late)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(
    JSON.stringify(outcomes.map((it) => it.status === 'rejected' && String(it.reason))),
  ).toContain('after its transaction ended')
})
