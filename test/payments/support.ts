import { MockActivityEnvironment } from '@temporalio/testing'
import { createActivities } from '../../activities/index.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { getPayment } from '#payments/payments/queries.ts'
import { workflowIdOf, type WorkflowName } from '#registry/workflows.ts'
import { listEvents } from '#webhooks/events/queries.ts'
import { createSandboxGateway } from '../../providers/payments/sandbox.ts'
import { startRelay } from '../../relay/relay.ts'
import { createDatabase, temporalAddress } from '../support/servers.ts'
import {
  createCentre,
  createTestDeliveries,
  eventually,
  openNamespace,
  openTestPlatform,
  startTestWorkers,
} from '../workflows/support.ts'

const page = { limit: 100, sort: '-createdAt' } as const

/** From the outbox through Temporal to the sandbox gateway, and back into the record. */
export const openTill = async () => {
  await using starting = new AsyncDisposableStack()
  const database = starting.use(await createDatabase())
  const platform = starting.use(openTestPlatform(database))
  const centre = await createCentre(platform, database)
  const temporal = starting.use(await openNamespace(platform, temporalAddress()))
  const deliveries = createTestDeliveries(platform)
  const activities = createActivities({ platform, deliveries, gateway: createSandboxGateway() })
  const { namespace, client, connection } = temporal
  starting.use(await startTestWorkers(platform, deliveries, { connection, namespace }))
  starting.use(startRelay({ platform, systemUrl: database.systemUrl, client }))
  const owned = starting.move()

  const { ctx, tenantId, childId } = centre
  const subject = (id: string) => ({ tenantId, subjectId: id })

  const order = async () => {
    const lines = [{ description: 'Report', quantity: 2, unitAmount: 4_500 }]
    return (await createOrder(ctx, { childId, lines })).id
  }

  /** The workflow of a record, once the relay has started it. */
  const workflowOf = async (name: WorkflowName, id: string) => {
    const handle = client.workflow.getHandle(workflowIdOf(name, subject(id)))
    await eventually(() => handle.describe().catch(() => undefined))
    return handle
  }

  const pay = async (token: string, orderId?: string) => {
    const { id } = await createPayment(ctx, {
      orderId: orderId ?? (await order()),
      paymentMethod: { type: 'CARD', id: token },
    })
    await (await workflowOf('paymentCapture', id)).result()
    return getPayment(ctx, { id })
  }

  const eventsOf = async (subjectId: string) => {
    const { data } = await listEvents(ctx, { ...page, subjectId })
    return data.map(({ type, data: facts }) => ({ type, facts }))
  }

  /** Runs an activity that its workflow has run or is running. */
  const again = (
    name: 'capturePayment' | 'makeRefund' | 'reviewDispute' | 'payOutCredit',
    id: string,
  ) => new MockActivityEnvironment().run(activities[name], subject(id))

  /** The number of attempts of an activity. */
  const attemptsOf = async (name: WorkflowName, id: string): Promise<number> => {
    const { events } = await (await workflowOf(name, id)).fetchHistory()
    const tried = events?.map((it) => it.activityTaskStartedEventAttributes?.attempt ?? 0)
    return Math.max(...(tried ?? []))
  }

  return {
    ctx,
    centre,
    order,
    pay,
    workflowOf,
    eventsOf,
    again,
    attemptsOf,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
export type Till = Awaited<ReturnType<typeof openTill>>
