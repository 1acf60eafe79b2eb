import { expect, test } from 'vitest'
import { createAppointment } from '#scheduling/appointments/create-appointment.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { createTemporalClient } from '../../providers/temporal/index.ts'
import { temporalAddress } from '../support/servers.ts'
import { therapy } from '../cli/therapy.ts'
import { createNamespace, eventually } from './support.ts'
import { openWorld } from './world.ts'

const DAY_MS = 86_400_000

test('after the loss of all data in Temporal, `therapy workflows wake` restores every workflow', async () => {
  await using world = await openWorld()
  const { ctx, childId, providerId, env, keys, startWorker } = world
  const book = (days: number) =>
    createAppointment(ctx, {
      childId,
      providerId,
      type: 'THERAPY_SESSION',
      startsAt: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + days * DAY_MS),
    })
  const bookings = [await book(20), await book(30)]
  const worker = await startWorker('before')
  for (const { id: subject } of bookings) {
    await eventually(async () => {
      const page = { limit: 1, sort: '-createdAt', subject } as const
      return (await listFollowUps(ctx, page)).data[0]?.nextStepAt
    })
  }
  await worker[Symbol.asyncDispose]()

  // To a client, an empty namespace equals an empty server.
  const address = temporalAddress()
  const namespace = await createNamespace(address)
  await startWorker('after', { TEMPORAL_NAMESPACE: namespace })
  await using temporal = createTemporalClient({ connection: { address }, namespace, keys })
  const running = () =>
    Promise.all(
      bookings.map(async ({ id: subjectId }) => {
        const id = workflowIdOf('appointmentLifecycle', { tenantId: ctx.tenantId, subjectId })
        const it = await temporal.client.workflow
          .getHandle(id)
          .describe()
          .catch(() => undefined)
        return it?.status.name
      }),
    )
  expect(await running()).toEqual([undefined, undefined])
  const { APP_DATABASE_URL, SYSTEM_DATABASE_URL, ENCRYPTION_KEYS } = env
  const shell = { APP_DATABASE_URL, SYSTEM_DATABASE_URL, ENCRYPTION_KEYS }
  const said = await therapy(shell, 'workflows', 'wake', '--tenant', ctx.tenantId, '--json')
  expect(said).toEqual({ code: 0, stdout: '{"woken":2,"seconds":1,"repeated":0}\n', stderr: '' })
  await eventually(async () => (await running()).every((status) => status === 'RUNNING'))
})
