import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { cancelMessage } from '#messaging/messages/cancel-message.ts'
import { deliverTogether } from '#messaging/messages/deliver-together.ts'
import { getMessage } from '#messaging/messages/queries.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { deliverMessage } from '#messaging/messages/send-message.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { newId } from '#platform/core/records/ids.ts'
import { createSmtpMailer, type Mailer } from '../../../providers/mail/index.ts'
import type { messageDeliveries, messageDelivery } from '../../../workflows/index.ts'
import { wakeSignal } from '../../../workflows/subject.ts'
import { TASK_QUEUE } from '../../../workflows/task-queues.ts'
import { timeSkippingServer } from '../../support/servers.ts'
import { FollowingClock, startSkippedWorld } from '../../workflows/skipped-time.ts'
import { createCentre, type Centre } from '../../workflows/support.ts'

describe.skipIf(!timeSkippingServer())('the delivery of a message', () => {
  const stack = new AsyncDisposableStack()
  const clock = new FollowingClock()
  let platform: OpenPlatform
  let centre: Centre
  let env: TestWorkflowEnvironment
  let catcher: MailCatcher
  let owner: pg.Client
  let mailer: Mailer
  let busyTimes = 0

  beforeAll(async () => {
    catcher = stack.use(
      await startMailCatcher({
        refuse: () => (busyTimes-- > 0 ? { code: 450, text: 'come again' } : undefined),
      }),
    )
    mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const world = stack.use(await startSkippedWorld(clock, { mailer }))
    ;({ platform, env } = world)
    owner = stack.adopt(new pg.Client(world.database.ownerUrl), (client) => client.end())
    owner.on('error', () => undefined)
    await owner.connect()
    centre = await createCentre(platform, world.database)
  })
  afterAll(() => stack.disposeAsync())

  const queue = async () => {
    clock.follow(await env.currentTimeMs())
    return transact(centre.ctx, 'messages:write', (tx) =>
      queueMessage(tx, {
        template: 'feedback.request',
        variables: TEMPLATES['feedback.request'].example,
        recipient: {
          type: 'payer',
          id: newId('payer'),
          firstName: 'Mara',
          email: 'mara@example.com',
        },
        subject: { type: 'appointment', id: newId('appointment') },
        dedupeKey: newId('request'),
      }),
    )
  }
  const start = (subjectId: string) => {
    const input = { tenantId: centre.tenantId, subjectId }
    return env.client.workflow.start<typeof messageDelivery>('messageDelivery', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('messageDelivery', input),
      args: [input],
    })
  }
  const quietFor = (hours: number) => {
    const local = (offsetHours: number) =>
      new Date(clock.now().getTime() + offsetHours * 3_600_000).toLocaleTimeString('en-GB', {
        timeZone: 'Europe/Berlin',
        timeStyle: 'short',
      })
    const quietHours = { startTime: local(-1), endTime: local(hours) }
    return patchMessageSettings(centre.ctx, { version: undefined, patch: { quietHours } })
  }
  const loud = () =>
    patchMessageSettings(centre.ctx, { version: undefined, patch: { quietHours: null } })
  const caught = (id: string) => catcher.mails.filter(({ messageId }) => messageId.includes(id))

  test('happens immediately, with a link to this platform', async () => {
    const { id } = await queue()
    await (await start(id)).result()
    expect(caught(id)).toHaveLength(1)
    expect(caught(id)[0]!.html).toContain('href="https://care.test/links/example"')
  })

  test('waits for the end of quiet hours', async () => {
    clock.follow(await env.currentTimeMs())
    await quietFor(6)
    const { id, dueAt } = await queue()
    await loud()
    await (await start(id)).result()
    const { status, sentAt, movedByQuietHours } = await getMessage(centre.ctx, { id })
    expect({ status, movedByQuietHours }).toEqual({ status: 'SENT', movedByQuietHours: true })
    expect(Date.parse(sentAt!)).toBeGreaterThanOrEqual(dueAt.getTime() - 1_000)
    expect(Date.parse(sentAt!) - dueAt.getTime()).toBeLessThan(60_000)
  })

  test('ends when the message is cancelled while it waits', async () => {
    clock.follow(await env.currentTimeMs())
    await quietFor(6)
    const { id } = await queue()
    await loud()
    const run = await start(id)
    await cancelMessage(centre.ctx, { id })
    await run.signal(wakeSignal)
    await run.result()
    expect(await getMessage(centre.ctx, { id })).toMatchObject({ reason: 'cancelled' })
    expect(caught(id)).toEqual([])
  })

  test('is done together with others; one that is refused for now gets its own workflow', async () => {
    busyTimes = 2
    const ids: [string, ...string[]] = [(await queue()).id]
    while (ids.length < 6) ids.push((await queue()).id)
    const [id, ...others] = ids
    const sending = { mailer, publicUrl: 'https://care.test' }
    const isDone = await deliverTogether(centre.ctx, { id, others }, sending)
    const unsent = ids.filter((it) => caught(it).length === 0)
    expect(unsent).toHaveLength(2)
    const { rows: woken } = await owner.query<{ id: string }>(
      `SELECT subject_id AS id FROM outbox WHERE type = 'messageDelivery' AND subject_id = ANY ($1) ORDER BY 1`,
      [ids],
    )
    expect(isDone).toBe(!unsent.includes(id))
    expect(woken.map((it) => it.id)).toEqual(unsent.filter((it) => it !== id))
    for (const one of unsent)
      expect(await deliverMessage(centre.ctx, { id: one }, sending)).toBe(null)
    expect(ids.map((it) => caught(it).length)).toEqual(ids.map(() => 1))
  })

  test('is retried by the workflow that it shared, if it was the first', async () => {
    busyTimes = 1
    const { id: subjectId } = await queue()
    const input = { tenantId: centre.tenantId, subjectId }
    await env.client.workflow.execute<typeof messageDeliveries>('messageDeliveries', {
      taskQueue: TASK_QUEUE,
      workflowId: workflowIdOf('messageDeliveries', input),
      args: [input],
    })
    expect(caught(subjectId)).toHaveLength(1)
  })

  test('is retried until the mail server accepts it, and given up after a day', async () => {
    busyTimes = 4
    const { id } = await queue()
    await (await start(id)).result()
    expect(await getMessage(centre.ctx, { id })).toMatchObject({ status: 'SENT' })
    expect(caught(id)).toHaveLength(1)

    busyTimes = 1_000
    const lost = await queue()
    await (await start(lost.id)).result()
    expect(await getMessage(centre.ctx, { id: lost.id })).toMatchObject({
      status: 'FAILED',
      reason: 'mail_server_unavailable',
    })
    // About every ten minutes for a day.
    expect(1_000 - busyTimes).toBeGreaterThan(100)
    expect(1_000 - busyTimes).toBeLessThan(200)
    busyTimes = 0
  })
})
