/**
 * Appointment workflows started per second from the outbox, against bare `client.workflow.start`
 * calls at the same concurrency, in one run. Goal: at least 0.8×.
 */
import { Client, Connection } from '@temporalio/client'
import { newId } from '#platform/core/records/ids.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { outboxBacklog } from '#platform/outbox/outbox-backlog.ts'
import { createTemporalClient } from '../providers/temporal/index.ts'
import { startRelay } from '../relay/relay.ts'
import { openCentre } from './support/centre.ts'
import { report } from './support/report.ts'
import { inParallel, medianOf, openTemporal } from './support/temporal.ts'
import { appointmentLifecycleWorkflow } from '#scheduling/appointments/workflows.ts'

const ROUNDS = 3
const WORKFLOWS = 600
/** That of the relay. */
const CONCURRENCY = 48

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 1 })
const { platform, ctx, env } = centre
const { address } = temporal
await using ours = createTemporalClient({
  connection: { address },
  namespace: 'default',
  keys: platform.cipher.keys,
})
const connection = await Connection.connect({ address })
const bare = new Client({ connection })

/** Messages are committed 50 at a time; that is not measured. */
const fillOutbox = async () => {
  for (let made = 0; made < WORKFLOWS; made += 50) {
    await transact(ctx, 'appointments:write', async (tx) => {
      tx.nothingChanged({ type: 'appointment', id: 'bench' })
      for (let index = 0; index < 50; index += 1) {
        tx.start(appointmentLifecycleWorkflow, newId('appointment'))
      }
    })
  }
}

const perSecond = (beganAt: number) => (WORKFLOWS / (performance.now() - beganAt)) * 1_000

const fromOutbox = async (): Promise<number> => {
  await fillOutbox()
  const beganAt = performance.now()
  let handedOver = 0
  const { promise: all, resolve } = Promise.withResolvers<void>()
  await using _relay = startRelay({
    platform,
    systemUrl: env['SYSTEM_DATABASE_URL']!,
    client: ours.client,
    observer: {
      handedOver: (messages) => {
        handedOver += messages
        if (handedOver === WORKFLOWS) resolve()
      },
    },
  })
  await all
  return perSecond(beganAt)
}

const bareStarts = async (): Promise<number> => {
  const beganAt = performance.now()
  await inParallel(WORKFLOWS, CONCURRENCY, () => {
    const subjectId = newId('appointment')
    return bare.workflow.start('appointmentLifecycle', {
      taskQueue: 'care',
      workflowId: `bare/${subjectId}`,
      args: [{ tenantId: centre.tenantId, subjectId }],
    })
  })
  return perSecond(beganAt)
}

await bareStarts()
const outboxRounds: number[] = []
const bareRounds: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  outboxRounds.push(await fromOutbox())
  bareRounds.push(await bareStarts())
}
const [outbox, starts] = [medianOf(outboxRounds), medianOf(bareRounds)]
report('workflows', [], {
  workflowsPerRound: WORKFLOWS,
  concurrency: CONCURRENCY,
  outboxPerSecond: Math.round(outbox),
  barePerSecond: Math.round(starts),
  ratio: Number((outbox / starts).toFixed(2)),
  rounds: { outbox: outboxRounds.map(Math.round), bare: bareRounds.map(Math.round) },
  pendingAfterwards: (await outboxBacklog(platform)).pending,
})
await connection.close()
