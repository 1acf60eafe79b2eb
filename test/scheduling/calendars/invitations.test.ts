import ICAL from 'ical.js'
import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageActivities } from '../../../activities/messages.ts'
import type { CaughtMail } from '../../../dev/caught-mail.ts'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import type { Appointment } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { createSmtpMailer } from '../../../providers/mail/index.ts'
import { createWorld, type World, type Json, type Made } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

const kind = 'appointmentLifecycle' as const
const NOTICES = new Set(['invitation', 'cancellation-notice', 'decision-notice'])

describe('an invitation', () => {
  const stack = new AsyncDisposableStack()
  let api: TestApi
  let world: World
  let catcher: MailCatcher
  let send: (subjectId: string) => Promise<unknown>

  beforeAll(async () => {
    api = stack.use(await startApi())
    world = createWorld(api, await api.createTenant())
    catcher = stack.use(await startMailCatcher())
    const mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const mail = { mailer, publicUrl: 'https://care.test' }
    const { sendMessage } = messageActivities({
      platform: api.services.platform,
      mail,
    } as Parameters<typeof messageActivities>[0])
    const { tenantId } = world.client
    send = (subjectId) =>
      new MockActivityEnvironment().run(() => sendMessage({ tenantId, subjectId }))
    await world.client.patch('/v1/message-settings', { invitations: true })
  })
  afterAll(() => stack.disposeAsync())

  /** Of a child with a guardian and a provider with an address, both new. */
  const book = async () => {
    const provider = await newProvider('ana@example.com')
    const family = await world.make('/v1/clients', {
      name: 'Mara Weiss',
      email: 'mara@example.com',
    })
    const child = await world.child()
    await world.make('/v1/guardianships', {
      childId: child.id,
      clientId: family.id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
    return world.make('/v1/appointments', {
      childId: child.id,
      providerId: provider.id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-01T10:00:00+01:00',
    })
  }
  const newProvider = async (email: string) =>
    world.make('/v1/providers', {
      name: 'Dr. Ana Ruiz',
      email,
      locationIds: [(await world.location()).id],
    })

  /** Runs the due steps of an appointment and returns the e-mails by recipient. */
  const follow = async (appointment: Made): Promise<Record<string, CaughtMail>> => {
    const { platform } = api.services
    const ctx = systemContext(platform, { tenantId: world.client.tenantId, action: 'follow' })
    const ref = { kind, subjectId: appointment.id }
    for (;;) {
      const { next } = await planSteps(ctx, ref)
      if (!next || !NOTICES.has(next.step)) break
      await runStep(ctx, { ...ref, step: next.step, dueAt: new Date(next.dueAt) })
    }
    const before = catcher.mails.length
    const path = `/v1/messages?subjectId=${appointment.id}&status=QUEUED`
    const { body } = await world.client.get<{ data: Made[] }>(path)
    for (const { id } of body.data) await send(id)
    return Object.fromEntries(catcher.mails.slice(before).map((mail) => [mail.to[0]!, mail]))
  }

  const invited = (mail: CaughtMail | undefined) => {
    const file = mail!.attachments.find(({ filename }) => filename === 'invite.ics')!
    expect(file.contentType).toBe('text/calendar')
    const calendar = new ICAL.Component(ICAL.parse(file.content) as unknown[])
    const part = calendar.getFirstSubcomponent('vevent')!
    const { uid, sequence, summary, startDate, endDate } = new ICAL.Event(part)
    const times = [startDate, endDate].map((time) => time.toJSDate().toISOString())
    const [organizer, attendee, status] = ['organizer', 'attendee', 'status'].map((name) =>
      part.getFirstPropertyValue(name),
    )
    const method = calendar.getFirstPropertyValue('method')
    return { method, uid, sequence, summary, times, organizer, attendee, status }
  }

  test('is sent with the booking, to guardian and provider', async () => {
    const appointment = await book()
    const mails = await follow(appointment)
    expect(Object.keys(mails).toSorted()).toEqual(['ana@example.com', 'mara@example.com'])
    expect(invited(mails['mara@example.com'])).toEqual({
      method: 'REQUEST',
      uid: `${appointment.id}@care.test`,
      sequence: 1,
      summary: expect.stringMatching(/^Appointment, /) as string,
      times: ['2026-12-01T09:00:00.000Z', '2026-12-01T10:00:00.000Z'],
      organizer: 'mailto:care@example.org',
      attendee: 'MAILTO:mara@example.com',
      status: 'CONFIRMED',
    })
    expect(mails['mara@example.com']!.text).toContain('Lena has an appointment')
    const { subject, text } = mails['ana@example.com']!
    expect(text).toContain('L. has an appointment')
    expect(`${subject}${text}`).not.toContain('Lena')
    expect(await follow(appointment)).toEqual({})
  })

  test('moves with the appointment, with the same UID and a higher sequence', async () => {
    const appointment = await book()
    await follow(appointment)
    await world.make(`/v1/appointments/${appointment.id}/reschedule`, {
      startsAt: '2026-12-02T10:00:00+01:00',
    })
    const mails = await follow(appointment)
    expect(mails['mara@example.com']!.subject).toMatch(/^Moved: /)
    expect(invited(mails['mara@example.com'])).toMatchObject({
      method: 'REQUEST',
      uid: `${appointment.id}@care.test`,
      sequence: 2,
      times: ['2026-12-02T09:00:00.000Z', expect.any(String)],
    })
  })

  test('moves with the location, but not with the room', async () => {
    const appointment = await book()
    await follow(appointment)
    const change = (json: Json) => world.client.patch(`/v1/appointments/${appointment.id}`, json)
    const { locationId, provider } = appointment as unknown as Appointment
    const { id: roomId } = await world.make('/v1/rooms', { locationId, name: 'Blue' })
    expect((await change({ roomId })).status).toBe(200)
    expect(await follow(appointment)).toEqual({})

    const park = await world.make('/v1/locations', { name: 'Park', timeZone: 'Europe/Berlin' })
    const locationIds = [locationId, park.id]
    await world.client.patch(`/v1/providers/${provider.id}`, { locationIds })
    expect((await change({ locationId: park.id })).status).toBe(200)
    const mails = await follow(appointment)
    expect(mails['mara@example.com']!.subject).toMatch(/^Moved: /)
    expect(mails['mara@example.com']!.text).toContain('Where: Park')
    expect(invited(mails['mara@example.com'])).toMatchObject({ sequence: 3 })
  })

  test('is withdrawn from the previous provider, for the previous time', async () => {
    const appointment = await book()
    await follow(appointment)
    const next = await newProvider('ben@example.com')
    const { locationIds } = next as unknown as { locationIds: string[] }
    const owner = String((appointment['provider'] as Json)['id'])
    const { body } = await world.client.get<{ locationIds: string[] }>(`/v1/providers/${owner}`)
    await world.client.patch(`/v1/providers/${next.id}`, {
      locationIds: [...locationIds, ...body.locationIds],
    })
    await world.make(`/v1/appointments/${appointment.id}/reschedule`, {
      startsAt: '2026-12-03T10:00:00+01:00',
      providerId: next.id,
    })
    const mails = await follow(appointment)
    expect(invited(mails['ana@example.com'])).toMatchObject({
      method: 'CANCEL',
      times: ['2026-12-01T09:00:00.000Z', expect.any(String)],
    })
    expect(invited(mails['ben@example.com'])).toMatchObject({ method: 'REQUEST', sequence: 2 })
  })

  test('is withdrawn with the appointment', async () => {
    const appointment = await book()
    await follow(appointment)
    const reason = { initiator: 'CLIENT', reason: 'The child is ill' }
    await world.make(`/v1/appointments/${appointment.id}/cancel`, reason)
    const mails = await follow(appointment)
    for (const to of ['ana@example.com', 'mara@example.com'])
      expect(invited(mails[to])).toMatchObject({
        method: 'CANCEL',
        status: 'CANCELLED',
        uid: `${appointment.id}@care.test`,
        sequence: 2,
      })
    expect(mails['mara@example.com']!.text).not.toContain('is ill')
  })

  test('is not withdrawn if nobody was notified', async () => {
    const appointment = await book()
    const reason = { initiator: 'CLIENT', reason: 'The child is ill' }
    await world.make(`/v1/appointments/${appointment.id}/cancel`, reason)
    expect(await follow(appointment)).toEqual({})
  })

  test('is not sent by a centre without the setting', async () => {
    await world.client.patch('/v1/message-settings', { invitations: false })
    const appointment = await book()
    expect(await follow(appointment)).toEqual({})
    await world.client.patch('/v1/message-settings', { invitations: true })
    expect(await follow(appointment)).toEqual({})
  })
})
