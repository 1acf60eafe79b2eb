import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MockActivityEnvironment } from '@temporalio/testing'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import { messageActivities } from '../../../activities/messages.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { read, transact } from '#platform/core/transactions/transaction.ts'
import { guardiansOf } from '#messaging/messages/recipient.ts'
import { queueMessage, type MessageRequest } from '#messaging/messages/queue-message.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { createSmtpMailer } from '../../../providers/mail/index.ts'
import { disableEndpoint } from '#webhooks/endpoints/disable-endpoint.ts'
import { PUBLIC_URL, createWorld, type World, type Json } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

const reminder = TEMPLATES['appointment.reminder'].example

describe('messages', () => {
  const stack = new AsyncDisposableStack()
  let api: TestApi
  let world: World
  let catcher: MailCatcher
  let send: (id: string) => Promise<void>
  let sendWithoutServer: (id: string) => Promise<void>

  beforeAll(async () => {
    api = stack.use(await startApi())
    world = createWorld(api, await api.createTenant())
    catcher = stack.use(
      await startMailCatcher({
        refuse: (address) =>
          address.startsWith('gone') ? { code: 550, text: `no ${address}` } : undefined,
      }),
    )
    const mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const { platform } = api.services
    const sendWith = (mail?: { mailer: typeof mailer; publicUrl: string }) => {
      const { sendMessage } = messageActivities({ platform, mail } as Parameters<
        typeof messageActivities
      >[0])
      const { tenantId } = world.client
      return (subjectId: string) =>
        new MockActivityEnvironment().run(() =>
          sendMessage({ tenantId, subjectId }),
        ) as Promise<void>
    }
    send = sendWith({ mailer, publicUrl: 'https://care.test' })
    sendWithoutServer = sendWith()
  })
  afterAll(() => stack.disposeAsync())

  const queue = async (
    email: string | null,
    options: Partial<MessageRequest<'appointment.reminder'>> = {},
  ) => {
    const { id } = await world.make('/v1/clients', { name: 'Dr. Mara Weiss', email })
    const { tenantId } = world.client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'queueMessage' })
    const subject = { type: 'appointment', id: (await world.appointment()).id } as const
    await world.guardianOf(subject, id)
    return transact(ctx, 'messages:write', (tx) =>
      queueMessage(tx, {
        template: 'appointment.reminder',
        variables: reminder,
        recipient: { type: 'client', id, firstName: 'Mara', email },
        subject,
        dedupeKey: id,
        ...options,
      }),
    )
  }
  const message = async (id: string) => (await world.client.get<Json>(`/v1/messages/${id}`)).body
  const workflowsOf = (id: string) =>
    api.query(`SELECT type FROM outbox WHERE subject_id = $1 AND kind = 'workflow'`, [id])
  const eventsOf = async (id: string) =>
    (
      await api.query<{ type: string; payload: Json }>(
        `SELECT type, payload FROM outbox WHERE subject_id = $1 AND kind = 'event'`,
        [id],
      )
    ).map(({ type, payload }) => [type, payload['reason']])

  test('are sent once, however often they are requested', async () => {
    const first = await queue('mara@example.com', { dedupeKey: 'the same' })
    const second = await queue('mara@example.com', { dedupeKey: 'the same' })
    expect(second.id).toBe(first.id)
    expect(await workflowsOf(first.id)).toHaveLength(1)
    await send(first.id)
    await send(first.id)
    const caught = catcher.mails.filter(({ messageId }) => messageId.includes(first.id))
    expect(caught).toHaveLength(1)
    expect(caught[0]).toMatchObject({ to: ['mara@example.com'], from: 'care@example.org' })
    expect(caught[0]!.text).toContain('Hello Mara')
    expect(caught[0]!.headers['from']).toContain('Test centre')
    expect(await message(first.id)).toMatchObject({
      status: 'SENT',
      to: 'm…@example.com',
      reason: null,
      movedByQuietHours: false,
    })
  })

  test('use the sender name and reply address of the centre', async () => {
    const settings = '/v1/message-settings'
    const chosen = { senderName: 'Sunrise, Berlin', replyToEmail: 'office@example.org' }
    const { body } = await world.client.patch(settings, chosen)
    expect(body).toMatchObject(chosen)
    const { id } = await queue('mara@example.com')
    await send(id)
    const [caught] = catcher.mails.filter(({ messageId }) => messageId.includes(id))
    expect(caught!.headers['from']).toContain('Sunrise, Berlin')
    expect(caught!.headers['reply-to']).toContain('office@example.org')
    expect(caught!.text).toContain('Sunrise, Berlin')
    await world.client.patch(settings, { senderName: null, replyToEmail: null })
  })

  test('are encrypted with their address, and their content is deleted after sending', async () => {
    const { id } = await queue('marker@example.com', {
      variables: { ...reminder, childFirstName: 'Markerchild' },
    })
    const rows = () =>
      api.query<{ text: string; variables: string | null }>(
        `SELECT m::text AS text, sealed_variables AS variables FROM messages m WHERE id = $1`,
        [id],
      )
    const [before] = await rows()
    expect(before!.text).not.toMatch(/marker/i)
    expect(before!.variables).not.toBeNull()
    await send(id)
    expect((await rows())[0]!.variables).toBeNull()
    const trail = await api.query(
      `SELECT 1 FROM audit_entries WHERE changes::text ILIKE '%markerchild%' OR changes::text LIKE '%marker@%'`,
    )
    expect(trail).toEqual([])
  })

  test.each([
    [null, 'no_address'],
    ['gone@example.com', 'address_rejected'],
  ])('to %s report the failure, notify subscribers, and can be resent', async (email, reason) => {
    const queued = await queue(email)
    if (queued.status === 'QUEUED') await send(queued.id)
    const undelivered = await message(queued.id)
    expect(undelivered).toMatchObject({ reason })
    expect(await eventsOf(queued.id)).toEqual([['message.undelivered', reason]])
    const listed = await world.client.get<{ data: Json[] }>('/v1/messages?actionRequired=true')
    expect(listed.body.data.map(({ id }) => id)).toContain(queued.id)

    if (email === null) {
      const early = await world.client.post<Json>(`/v1/messages/${queued.id}/resend`)
      expect(early.body).toMatchObject({ code: 'message_undeliverable', status: 409 })
    }
    const clientId = undelivered['recipientId'] as string
    await world.client.patch(`/v1/clients/${clientId}`, { email: 'found@example.com' })
    const resent = await world.client.post<Json>(`/v1/messages/${queued.id}/resend`)
    expect(resent.body).toMatchObject({ status: 'QUEUED', to: 'f…@example.com', reason: null })
    await send(queued.id)
    expect(await message(queued.id)).toMatchObject({ status: 'SENT' })
  })

  test('wait visibly for the end of quiet hours', async () => {
    const quietHours = { startTime: '08:00', endTime: '11:00' }
    await world.client.patch('/v1/message-settings', { quietHours })
    const here = await queue('quiet@example.com')
    const abroad = await queue('quiet@example.com', { timeZone: 'America/New_York' })
    const notAfter = new Date('2026-11-24T09:30:00.000Z')
    const late = await queue('quiet@example.com', { notAfter })
    await world.client.patch('/v1/message-settings', { quietHours: null })
    expect(await message(here.id)).toMatchObject({
      status: 'QUEUED',
      dueAt: '2026-11-24T10:00:00.000Z',
      movedByQuietHours: true,
    })
    expect(await message(abroad.id)).toMatchObject({ movedByQuietHours: false })
    expect(await message(late.id)).toMatchObject({ status: 'SKIPPED', reason: 'too_late' })
    expect(await eventsOf(late.id)).toEqual([])
  })

  test('refuse invalid settings', async () => {
    for (const quietHours of [
      { startTime: '21:00', endTime: '21:00' },
      { startTime: '24:00', endTime: '07:00' },
      { startTime: '21:00' },
    ]) {
      const refused = await world.client.patch<Json>('/v1/message-settings', { quietHours })
      expect(refused.body).toMatchObject({ status: 400, code: 'validation_failed' })
    }
  })

  test('are given up after a day, when they become irrelevant, or without a mail server', async () => {
    const stale = await queue('late@example.com')
    const begin = api.clock.now()
    const notAfter = new Date(begin.getTime() + 3_600_000)
    const missed = await queue('late@example.com', { notAfter })
    const unsent = await queue('late@example.com')
    await sendWithoutServer(unsent.id)
    api.clock.advance(25 * 3_600_000)
    await Promise.all([send(stale.id), send(missed.id)])
    api.clock.set(begin)
    const reasons = [stale, missed, unsent].map(async ({ id }) => (await message(id))['reason'])
    expect(await Promise.all(reasons)).toEqual([
      'mail_server_unavailable',
      'too_late',
      'no_mail_server',
    ])
  })

  test('use the language of the centre', async () => {
    await world.client.patch('/v1/message-settings', { language: 'de' })
    const { id } = await queue('deutsch@example.com')
    await world.client.patch('/v1/message-settings', { language: 'en' })
    await send(id)
    const mail = await catcher.waitFor(({ messageId }) => messageId.includes(id))
    expect(mail.subject).toBe('Erinnerung: Dienstag, 1. Dezember 2026 um 10:00')
    expect(mail.text).toContain('Guten Tag Mara,')
  })

  test('notify the contact of a webhook endpoint when it is disabled', async () => {
    const endpoint = await world.make('/v1/webhook-endpoints', {
      url: PUBLIC_URL,
      eventTypes: ['*'],
      contactEmail: 'ops@example.com',
    })
    const { tenantId } = world.client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
    await disableEndpoint(ctx, { id: endpoint.id, reason: 'gone' })
    await disableEndpoint(ctx, { id: endpoint.id, reason: 'gone' })
    const { body } = await world.client.get<{ data: Json[] }>(
      `/v1/messages?subjectId=${endpoint.id}`,
    )
    expect(body.data).toMatchObject([
      {
        template: 'webhook_endpoint.disabled',
        recipientType: 'WEBHOOK_ENDPOINT',
        recipientId: endpoint.id,
      },
    ])
    const id = String(body.data[0]!['id'])
    await send(id)
    const mail = await catcher.waitFor(({ messageId }) => messageId.includes(id))
    expect(mail.to).toEqual(['ops@example.com'])
    expect(mail.text).toContain(`${endpoint.id} answered 410 Gone`)
    expect(mail.text).not.toContain(PUBLIC_URL)
  })

  test('go only to legal guardians, by first name', async () => {
    const child = await world.child()
    const guardian = async (name: string, legal: boolean) => {
      const { id: clientId } = await world.make('/v1/clients', { name })
      await world.make('/v1/guardianships', {
        childId: child.id,
        clientId,
        relationship: 'x',
        legal,
      })
    }
    await guardian('Prof. Dr. Tom Weiss', true)
    await guardian('Oma Weiss', false)
    const { tenantId } = world.client
    const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
    const found = await read(ctx, 'messages:read', (reader) => guardiansOf(reader, child.id))
    expect(found).toMatchObject([{ type: 'client', firstName: 'Tom', email: null }])
  })
})
