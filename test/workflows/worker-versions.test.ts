import proto from '@temporalio/proto'
import { expect, test } from 'vitest'
import { createAgent } from '#agents/agents/create-agent.ts'
import { publishAgent } from '#agents/agents/publish-agent.ts'
import { CreateAgent } from '#agents/agents/schemas.ts'
import { decideAgentRunStep } from '#agents/agent-runs/approvals/decide-agent-run-step.ts'
import { startAgentRun } from '#agents/agent-runs/start/start-agent-run.ts'
import { listAgentRunSteps } from '#agents/agent-run-steps/queries.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { permissionsOf } from '#platform/core/access/permissions.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { createGuardian, eventually } from './support.ts'
import { openWorld } from './world.ts'

/** Of each kind: one proceeds while the second version is current, one after the rollback, and so on. */
const EACH = 3
const DAY_MS = 86_400_000
const DEPLOYMENT = 'therapy-care'

const DEFINITION = {
  trigger: { type: 'MANUAL' },
  start: 'ask',
  nodes: [
    { id: 'ask', type: 'APPROVAL', title: 'Go on?', roles: ['ADMINISTRATOR'], next: 'make' },
    {
      id: 'make',
      type: 'ACTION',
      action: 'create_task',
      parameters: { title: 'Once', role: 'SCHEDULER' },
    },
  ],
}

/** Both versions have the same code: what is tested is where Temporal lets a run continue. */
test('runs that wait move to a version that is rolled out, and back with it, each exactly once', async () => {
  await using world = await openWorld()
  const { ctx, query, client, startWorker } = world
  const { workflowService } = client
  const { namespace } = client.options
  const versioned = (buildId: string) =>
    startWorker(`of-${buildId}`, { WORKER_DEPLOYMENT: DEPLOYMENT, WORKER_BUILD_ID: buildId })
  /** Refused until Temporal knows that the version's workers poll. */
  const rollOut = (buildId: string) =>
    eventually(
      async () => {
        const request = { namespace, deploymentName: DEPLOYMENT, buildId, identity: 'test' }
        await workflowService.setWorkerDeploymentCurrentVersion(request).catch(unlessNotYet)
        const described = await workflowService
          .describeWorkerDeployment({ namespace, deploymentName: DEPLOYMENT })
          .catch(unlessNotYet)
        const info = described?.workerDeploymentInfo
        // The queues learn of it one after the other.
        return (
          info?.routingConfig?.currentDeploymentVersion?.buildId === buildId &&
          info.routingConfigUpdateState === ROUTED
        )
      },
      { what: `version ${buildId} is current` },
    )

  const scopes = ['ai', 'children'] as const
  const { id: keyId } = await createApiKey(ctx, { name: 'Starter', scopes: [...scopes] })
  const starter = {
    ...ctx,
    actor: { kind: 'API_KEY', id: keyId, permissions: permissionsOf(scopes) } as const,
  }
  await createGuardian(world, { name: 'Mara Weiss', email: 'mara@example.com' })
  const agent = await createAgent(ctx, CreateAgent.parse({ name: 'Waits', definition: DEFINITION }))
  await publishAgent(ctx, { id: agent.id })

  let booked = 0
  /** Runs and lifecycles that wait. */
  const startSome = async () => {
    const runs: string[] = []
    const bookings: string[] = []
    for (let index = 0; index < EACH; index += 1) {
      runs.push((await startAgentRun(starter, { id: agent.id, input: {} })).id)
      const { childId, providerId } = world
      const startsAt = new Date(Date.now() + (5 + booked++) * DAY_MS)
      const booking = { childId, providerId, type: 'THERAPY_SESSION', startsAt } as const
      bookings.push((await createAppointment(ctx, booking)).id)
    }
    for (const id of runs) await stepOf(id)
    // A lifecycle's workflow has its first task when its first step is due or asked for.
    for (const id of bookings) {
      await runStepNow(ctx, { id: (await followUpOf(id, 'reminder-48h')).id, step: 'reminder-48h' })
      await followUpOf(id, 'reminder-2h')
    }
    return runs.map((run, index) => ({ run, booking: bookings[index]! }))
  }
  const followUpOf = (subjectId: string, waitingOn: string) =>
    eventually(
      async () => {
        const rows = await query<{ id: string }>(
          `SELECT id FROM follow_ups WHERE waiting_on = '${waitingOn}' AND subject_id = '${subjectId}'`,
        )
        return rows[0]
      },
      { what: `${subjectId} waits for ${waitingOn}` },
    )
  const stepOf = (runId: string) =>
    eventually(
      async () => {
        const { data } = await listAgentRunSteps(ctx, { runId, limit: 5, sort: 'createdAt' })
        return data.find(({ status }) => status === 'WAITING')
      },
      { what: `${runId} waits` },
    )
  type Pair = Awaited<ReturnType<typeof startSome>>[number]
  /** Lets a run and a lifecycle do the step that they wait for. */
  const proceed = async ({ run, booking }: Pair) => {
    const step = await stepOf(run)
    await decideAgentRunStep(ctx, 'APPROVED', { id: step.id, reason: null })
    await runStepNow(ctx, {
      id: (await followUpOf(booking, 'reminder-2h')).id,
      step: 'reminder-2h',
    })
    await eventually(async () => (await query(SUCCEEDED(run))).length === 1, {
      what: `${run} succeeds`,
    })
    await eventually(async () => (await query(REMINDED(booking))).length === 2, {
      what: `${booking} is reminded`,
    })
  }
  /** The versions that did a workflow's tasks, without repetitions. */
  const versionsOf = async (kind: 'agentRun' | 'appointmentLifecycle', subjectId: string) => {
    const id = workflowIdOf(kind, { tenantId: ctx.tenantId, subjectId })
    const { events } = await client.workflow.getHandle(id).fetchHistory()
    const builds = events!.flatMap((it) => buildOf(it) ?? [])
    return builds.filter((build, index) => build !== builds[index - 1])
  }
  const expectVersions = async ({ run, booking }: Pair, versions: string[]) => {
    expect(await versionsOf('agentRun', run)).toEqual(versions)
    await expect.poll(() => versionsOf('appointmentLifecycle', booking)).toEqual(versions)
  }

  await versioned('one')
  await rollOut('one')
  const first = await startSome()
  await proceed(first[0]!)
  await expectVersions(first[0]!, ['one'])

  const second = await versioned('two')
  // A version that only polls gets nothing.
  await proceed(first[1]!)
  await expectVersions(first[1]!, ['one'])
  await rollOut('two')
  await proceed(first[2]!)
  await expectVersions(first[2]!, ['one', 'two'])
  const onSecond = await startSome()
  await proceed(onSecond[0]!)
  await expectVersions(onSecond[0]!, ['two'])

  await rollOut('one')
  await proceed(onSecond[1]!)
  await expectVersions(onSecond[1]!, ['two', 'one'])
  // Nothing waits for the version that was rolled back.
  await second[Symbol.asyncDispose]()
  await proceed(onSecond[2]!)
  await expectVersions(onSecond[2]!, ['two', 'one'])

  const all = 2 * EACH
  expect(await query(TASKS)).toEqual([{ tasks: all, runs: all }])
  expect(await query(REMINDERS)).toEqual([{ reminders: 2 * all, appointments: all }])
})

type Event = proto.temporal.api.history.v1.IHistoryEvent

const buildOf = ({ workflowTaskCompletedEventAttributes: completed }: Event) =>
  completed?.deploymentVersion?.buildId

const ROUTED =
  proto.temporal.api.enums.v1.RoutingConfigUpdateState.ROUTING_CONFIG_UPDATE_STATE_COMPLETED

/** gRPC codes: a version without pollers, or a deployment that is not known yet. */
const NOT_YET = new Set([5, 9])
const unlessNotYet = (error: unknown) => {
  if (!NOT_YET.has((error as { code?: number }).code ?? -1)) throw error
}

const SUCCEEDED = (runId: string) =>
  `SELECT FROM agent_runs WHERE id = '${runId}' AND status = 'SUCCEEDED'`
const REMINDED = (subjectId: string) => `
  SELECT FROM outbox WHERE type = 'appointment.reminder_due' AND subject_id = '${subjectId}'`
const TASKS = `
  SELECT count(*)::int AS tasks, (SELECT count(*)::int FROM agent_runs WHERE status = 'SUCCEEDED') AS runs
  FROM tasks WHERE title = 'Once'`
const REMINDERS = `
  SELECT count(*)::int AS reminders, count(DISTINCT subject_id)::int AS appointments
  FROM outbox WHERE type = 'appointment.reminder_due'`
