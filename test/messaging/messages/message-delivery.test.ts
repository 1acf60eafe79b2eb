import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { workflowIdOf } from '#registry/workflows.ts'
import { cancelMessage } from '#messaging/messages/cancel-message.ts'
import { getMessage } from '#messaging/messages/queries.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { newId } from '#platform/core/records/ids.ts'
import { createSmtpMailer } from '../../../providers/mail/index.ts'
import type { messageDelivery } from '../../../workflows/index.ts'
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
  let busyTimes = 0

  beforeAll(async () => {
    catcher = stack.use(
      await startMailCatcher({
        refuse: () => (busyTimes-- > 0 ? { code: 450, text: 'come again' } : undefined),
      }),
    )
    const mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const world = stack.use(await startSkippedWorld(clock, { mailer }))
    ;({ platform, env } = world)
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
