import { expect, test } from 'vitest'
import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { getAgentRun } from '#agents/agent-runs/queries.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { Context } from '#platform/core/context/context.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { startRelay } from '../../../relay/relay.ts'
import { ALL_PERMISSIONS } from '../../support/acting.ts'
import { createDatabase, temporalAddress } from '../../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
} from '../../workflows/support.ts'

/** Far more than a worker takes at once. */
const BACKLOG = 500
const LIMIT = { timeout: 600_000 }

test('500 runs of one centre do not delay the run of another', LIMIT, async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database))
  const [busy, neighbour] = [
    await startsRuns(await createCentre(platform, database)),
    await startsRuns(await createCentre(platform, database)),
  ]
  for (let run = 0; run < BACKLOG; run += 1) await busy.start()
  const last = await neighbour.start()

  const { namespace, client, connection } = stack.use(
    await openNamespace(platform, temporalAddress()),
  )
  stack.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
  await eventually(async () => (await outboxBacklog(platform)).pending === 0)
  const { taskQueue } = await client.workflow
    .getHandle(workflowIdOf('agentRun', { tenantId: neighbour.ctx.tenantId, subjectId: last }))
    .describe()
  expect(taskQueue).toBe('agents')

  const deliveries = createTestDeliveries(platform)
  stack.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
  await eventually(async () => (await getAgentRun(neighbour.ctx, { id: last })).finishedAt !== null)
  expect(await busy.open()).toBeGreaterThan(BACKLOG / 2)
})

/** A centre with an agent of one quick node, and a key that starts it. */
const startsRuns = async ({ ctx: own }: { ctx: Context }) => {
  const { id: keyId } = await createApiKey(own, { name: 'Starter', scopes: [...SCOPES] })
  const actor = { kind: 'API_KEY', id: keyId, permissions: ALL_PERMISSIONS } as const
  const ctx = { ...own, actor }
  const { id } = await createAgent(
    ctx,
    CreateAgent.parse({
      name: 'Many',
      definition: {
        trigger: { type: 'MANUAL' },
        limits: { runsPerDay: 10_000 },
        start: 'tell',
        nodes: [{ id: 'tell', type: 'NOTIFY', to: 'SCHEDULER', text: 'Done' }],
      },
    }),
  )
  await publishAgent(ctx, { id })
  return {
    ctx,
    start: async () => (await startAgentRun(ctx, { id, input: {} })).id,
    open: () =>
      read(ctx, 'agent-runs:read', async ({ db, tenantId }) => {
        const count = await db.agentRun.count({ where: { tenantId, finishedAt: null } })
        return count
      }),
  }
}
