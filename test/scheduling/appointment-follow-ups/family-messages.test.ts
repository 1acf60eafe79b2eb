import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageActivities } from '../../../activities/messages.ts'
import { startMailCatcher, type MailCatcher } from '../../../dev/mail-catcher.ts'
import type { AppointmentMessages } from '#scheduling/appointments/message-schemas.ts'
import type { AppointmentOutcome } from '#scheduling/appointments/schemas.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { createSmtpMailer } from '../../../providers/mail/index.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

const kind = 'appointmentLifecycle' as const
const NOTICES = new Set(['invitation', 'cancellation-notice', 'decision-notice'])
const SETTINGS = '/v1/message-settings'

const AT = '2026-12-01T10:00:00+01:00'
const LATER = '2026-12-01T15:00:00+01:00'

describe('messages to a family', () => {
  const stack = new AsyncDisposableStack()
  let api: TestApi
  let world: World
  let catcher: MailCatcher
  let send: (subjectId: string) => Promise<unknown>
  let sendAndDie: typeof send

  beforeAll(async () => {
    api = stack.use(await startApi())
    world = createWorld(api, await api.createTenant())
    catcher = stack.use(await startMailCatcher())
    const mailer = stack.use(
      createSmtpMailer({ url: catcher.smtpUrl, from: 'care@example.org', requireTls: false }),
    )
    const { tenantId } = world.client
    const sendWith = (through: Pick<typeof mailer, 'from' | 'send'>) => (subjectId: string) => {
      const { sendMessage } = messageActivities({
        platform: api.services.platform,
        mail: { mailer: through, publicUrl: 'https://care.test' },
      } as Parameters<typeof messageActivities>[0])
      return new MockActivityEnvironment().run(() => sendMessage({ tenantId, subjectId }))
    }
    send = sendWith(mailer)
    // The worker dies after the mail server accepted the e-mail, before it is recorded.
    sendAndDie = sendWith({
      from: mailer.from,
      send: async (mail) => {
        await mailer.send(mail)
        throw new Error('killed')
      },
    })
  })
  afterAll(() => stack.disposeAsync())

  let families = 0
  /** A child with a guardian of its own, booked with a provider of its own. */
  const book = async (email: string | null = `mara${families++}@example.com`) => {
    const { id: locationId } = await world.location()
    const provider = await world.make('/v1/providers', {
      name: 'Dr. Ana Ruiz',
      locationIds: [locationId],
    })
    const family = await world.make('/v1/clients', { name: 'Mara Weiss', email })
    const child = await world.child()
    const guardianship = await world.make('/v1/guardianships', {
      childId: child.id,
      clientId: family.id,
      relationship: 'mother',
      legal: true,
      billing: true,
    })
    const appointment = await world.make('/v1/appointments', {
      childId: child.id,
      providerId: provider.id,
      type: 'THERAPY_SESSION',
      startsAt: AT,
    })
    return { appointment, family, child, guardianship, email }
  }
  type Booked = Awaited<ReturnType<typeof book>>

  const ctx = () =>
    systemContext(api.services.platform, { tenantId: world.client.tenantId, action: 'follow' })

  /** Runs the notices that the appointment now needs, as its workflow does when they are due. */
  const notify = async ({ id }: Made) => {
    const ref = { kind, subjectId: id }
    for (;;) {
      const { next } = await planSteps(ctx(), ref)
      if (!next || !NOTICES.has(next.step)) break
      await runStep(ctx(), { ...ref, step: next.step, dueAt: new Date(next.dueAt) })
    }
  }
  const deliver = async ({ id }: Made) => {
    const path = `/v1/messages?subjectId=${id}&status=QUEUED&sort=createdAt`
    const { body } = await world.client.get<{ data: Made[] }>(path)
    for (const message of body.data) await send(message.id)
  }
  const follow = async (appointment: Made) => {
    await notify(appointment)
    await deliver(appointment)
  }
  const remind = async ({ id }: Made) => {
    const ref = { kind, subjectId: id }
    await planSteps(ctx(), ref)
    const [step] = await api.query<{ due_at: Date; step: string }>(
      `SELECT s.step, s.due_at FROM follow_up_steps s JOIN follow_ups f ON f.tenant_id = s.tenant_id AND f.id = s.follow_up_id
       WHERE f.subject_id = $1 AND s.step = 'reminder-48h'`,
      [id],
    )
    if (step) await runStep(ctx(), { ...ref, step: step.step, dueAt: step.due_at })
  }
  const mailsTo = (email: string | null) =>
    catcher.mails.filter(({ to }) => to.includes(email ?? '-'))
  const ledger = async ({ id }: Made) => {
    const path = `/v1/appointments/${id}/messages`
    return (await world.client.get<AppointmentMessages>(path)).body.messages
  }
  const move = ({ id }: Made, startsAt = LATER) =>
    world.make(`/v1/appointments/${id}/reschedule`, { startsAt })
  const cancel = ({ id }: Made, initiator = 'PROVIDER') =>
    world.make(`/v1/appointments/${id}/cancel`, { initiator, reason: 'ill' })
  const set = async (json: Json) => {
    const { status } = await world.client.patch(SETTINGS, json)
    expect(status).toBe(200)
  }
  const kinds = (enabled: boolean | null) => ({
    kinds: ['APPOINTMENT_BOOKED', 'APPOINTMENT_MOVED', 'APPOINTMENT_CANCELLED'].map((name) => ({
      kind: name,
      enabled,
    })),
  })

  const HISTORY = {
    nothing: () => Promise.resolve(),
    'a reminder': async ({ appointment }: Booked) => {
      await remind(appointment)
      await deliver(appointment)
    },
  }
  const EVENT = {
    booked: () => Promise.resolve({}),
    moved: ({ appointment }: Booked) => move(appointment),
    'moved back': async ({ appointment }: Booked) => {
      await move(appointment)
      await move(appointment, AT)
    },
    'moved twice': async ({ appointment }: Booked) => {
      await move(appointment, '2026-12-01T13:00:00+01:00')
      await move(appointment)
    },
    'cancelled by the family': ({ appointment }: Booked) => cancel(appointment, 'CLIENT'),
    'cancelled by the therapist': ({ appointment }: Booked) => cancel(appointment),
    'cancelled by the centre': ({ appointment }: Booked) => cancel(appointment, 'ORGANIZATION'),
    'moved and cancelled': async ({ appointment }: Booked) => {
      await move(appointment)
      await cancel(appointment)
    },
    'entered in error': ({ appointment: { id } }: Booked) =>
      world.make(`/v1/appointments/${id}/mark-in-error`, { reason: 'the wrong child' }),
  }
  type Event = keyof typeof EVENT

  const BOOKED = /^Booked: .*10:00/
  const MOVED = /^Moved: .*15:00/
  const CANCELLED = /^Cancelled: /
  type Expected = Record<Event, RegExp | null>
  /** What goes out: by setting, then by what was sent before. */
  const NOBODY_TOLD = {
    booked: null,
    moved: MOVED,
    'moved back': null,
    'moved twice': MOVED,
    'cancelled by the family': CANCELLED,
    'cancelled by the therapist': CANCELLED,
    'cancelled by the centre': CANCELLED,
    'moved and cancelled': CANCELLED,
    'entered in error': null,
  }
  const REMINDED = { ...NOBODY_TOLD, 'entered in error': CANCELLED }
  const SILENT = Object.fromEntries(Object.keys(EVENT).map((event) => [event, null])) as Expected
  const INVITED = {
    ...SILENT,
    booked: BOOKED,
    moved: /^Booked: .*15:00/,
    'moved back': BOOKED,
    'moved twice': /^Booked: .*15:00/,
  }
  const TABLE: Record<string, Record<keyof typeof HISTORY, Expected>> = {
    'the defaults': { nothing: NOBODY_TOLD, 'a reminder': REMINDED },
    'the kinds turned off': { nothing: SILENT, 'a reminder': REMINDED },
    'the kinds turned on': { nothing: INVITED, 'a reminder': REMINDED },
    invitations: { nothing: INVITED, 'a reminder': REMINDED },
    'a restriction': { nothing: SILENT, 'a reminder': SILENT },
    'no address': { nothing: SILENT, 'a reminder': SILENT },
    'an archived guardian': { nothing: SILENT, 'a reminder': SILENT },
    'a former guardian': { nothing: SILENT, 'a reminder': SILENT },
  }
  const BEFORE: Record<string, () => Promise<void>> = {
    'the kinds turned off': () => set(kinds(false)),
    'the kinds turned on': () => set(kinds(true)),
    invitations: () => set({ invitations: true }),
  }
  /** Happens after the event, before the notices are due. */
  const AFTER: Record<string, (booked: Booked) => Promise<unknown>> = {
    'a restriction': ({ child }) =>
      world.make('/v1/processing-restrictions', {
        childId: child.id,
        ground: 'ACCURACY_CONTESTED',
        reason: 'contested',
      }),
    'an archived guardian': async ({ family }) =>
      api.query(`UPDATE clients SET archived_at = now() WHERE id = $1`, [family.id]),
    'a former guardian': async ({ guardianship }) =>
      api.query(`UPDATE guardianships SET ended_at = now() WHERE id = $1`, [guardianship.id]),
  }

  const rows = Object.entries(TABLE).flatMap(([setting, histories]) =>
    Object.entries(histories).flatMap(([history, expected]) =>
      (Object.keys(EVENT) as Event[]).map(
        (event) => [setting, history as keyof typeof HISTORY, event, expected[event]] as const,
      ),
    ),
  )

  test('the table has a row for every setting, history and event', () => {
    expect(rows).toHaveLength(8 * 2 * 9)
  })

  test.each(rows)('with %s, after %s, an appointment that is %s: %s', async (...row) => {
    const [setting, history, event, expected] = row
    await set({ invitations: false, ...kinds(null) })
    await BEFORE[setting]?.()
    const booked = await book(setting === 'no address' ? null : undefined)
    await HISTORY[history](booked)
    const before = mailsTo(booked.email).length
    await EVENT[event](booked)
    await AFTER[setting]?.(booked)
    await follow(booked.appointment)
    const mails = mailsTo(booked.email).slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual(
      expected ? [expect.stringMatching(expected)] : [],
    )
    await follow(booked.appointment)
    expect(mailsTo(booked.email).slice(before)).toHaveLength(expected ? 1 : 0)
    // A caller always learns what became of it.
    const entries = await ledger(booked.appointment)
    expect(entries.filter(({ outlook }) => outlook === 'SENT')).toHaveLength(
      mailsTo(booked.email).length,
    )
  })

  test('say who cancelled, in which zone, and what was said before', async () => {
    await set({ invitations: false, ...kinds(null) })
    const { appointment, email } = await book()
    await remind(appointment)
    await deliver(appointment)
    await move(appointment)
    await follow(appointment)
    await cancel(appointment, 'ORGANIZATION')
    await follow(appointment)
    const [reminder, moved, cancelled] = mailsTo(email)
    for (const mail of [reminder, moved, cancelled])
      expect(mail!.text).toContain('(Central European Standard Time)')
    expect(moved!.text).toContain('not on Tuesday')
    expect(moved!.attachments).toEqual([])
    expect(cancelled!.text).toContain('The centre cancelled it.')
  })

  test('are not sent with the old time, wherever a move or a cancellation falls', async () => {
    await set({ invitations: false, ...kinds(null) })
    const POINTS = 20
    const wrong: string[] = []
    for (let point = 0; point < POINTS; point++) {
      const { appointment, email } = await book()
      const change = point % 2 === 0 ? () => move(appointment) : () => cancel(appointment)
      const when = Math.floor(point / 2)
      const steps = [
        () => remind(appointment),
        () => deliver(appointment),
        () => notify(appointment),
        () => deliver(appointment),
      ]
      // Before, between and during each step of the sending.
      for (const [index, step] of steps.entries()) {
        if (when === 2 * index) await change()
        if (when === 2 * index + 1) await Promise.all([step(), change()])
        else await step()
      }
      if (when >= 2 * steps.length) await change()
      await follow(appointment)
      const subjects = mailsTo(email).map(({ subject }) => subject)
      const last = subjects.at(-1) ?? ''
      const right = point % 2 === 0 ? /15:00/ : /^Cancelled/
      // The last word is right, and a correction follows each message that was not.
      if (!right.test(last)) wrong.push(`${point}: ${subjects.join(' | ')}`)
    }
    expect(wrong).toEqual([])
  })

  test('of several changes at once are one e-mail, with the last state of each', async () => {
    await set({ invitations: false, ...kinds(null) })
    const { appointment, child, email } = await book()
    const provider = (appointment['provider'] as { id: string }).id
    const others: Made[] = []
    for (const day of ['08', '15', '22'])
      others.push(
        await world.make('/v1/appointments', {
          childId: child.id,
          providerId: provider,
          type: 'THERAPY_SESSION',
          startsAt: `2026-12-${day}T10:00:00+01:00`,
        }),
      )
    for (const minutes of ['11', '12', '13', '14', '15'])
      await move(appointment, `2026-12-01T${minutes}:00:00+01:00`)
    for (const other of others) await cancel(other)
    for (const one of [appointment, ...others]) await notify(one)
    for (const one of [appointment, ...others]) await deliver(one)
    const mails = mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your appointments'])
    expect(mails[0]!.text.match(/Moved|Cancelled/g)).toEqual([
      'Moved',
      'Cancelled',
      'Cancelled',
      'Cancelled',
    ])
    expect(mails[0]!.text).toContain('15:00')
    for (const one of [appointment, ...others])
      expect((await ledger(one)).filter(({ outlook }) => outlook === 'SENT')).toHaveLength(1)
  })

  test('are at most one copy more if the worker dies between sending and recording', async () => {
    await set({ invitations: false, ...kinds(null) })
    const { appointment, child, email } = await book()
    const other = await world.make('/v1/appointments', {
      childId: child.id,
      providerId: (appointment['provider'] as { id: string }).id,
      type: 'THERAPY_SESSION',
      startsAt: '2026-12-08T10:00:00+01:00',
    })
    await move(appointment)
    await cancel(other)
    for (const one of [appointment, other]) await notify(one)
    const queued = async ({ id }: Made) => {
      const path = `/v1/messages?subjectId=${id}&status=QUEUED`
      return (await world.client.get<{ data: Made[] }>(path)).body.data.map((row) => row.id)
    }
    const [[first], [second]] = [await queued(appointment), await queued(other)]
    await expect(sendAndDie(first!)).rejects.toThrow('killed')
    // Its companion does not go alone meanwhile, and the repeat is the same e-mail.
    await send(second!)
    await send(first!)
    await send(second!)
    const mails = mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your appointments', 'Your appointments'])
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
    for (const one of [appointment, other]) expect(await queued(one)).toEqual([])
  })

  test('that may have been delivered unrecorded are corrected', async () => {
    await set({ invitations: false, ...kinds(false) })
    const { appointment, email } = await book()
    await remind(appointment)
    const path = `/v1/messages?subjectId=${appointment.id}`
    const { body } = await world.client.get<{ data: Made[] }>(path)
    await expect(sendAndDie(body.data[0]!.id)).rejects.toThrow('killed')
    await move(appointment)
    await send(body.data[0]!.id)
    expect(await ledger(appointment)).toContainEqual(
      expect.objectContaining({ outlook: 'NOT_SENT', reason: 'superseded' }),
    )
    await follow(appointment)
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Reminder'),
      expect.stringMatching(MOVED),
    ])
  })

  test('are shown by a dry run, and by the appointment before they are sent', async () => {
    await set({ invitations: false, ...kinds(null) })
    const { appointment, family } = await book()
    const path = `/v1/appointments/${appointment.id}`
    const { body } = await world.client.post<AppointmentOutcome>(`${path}/cancel?dryRun=true`, {
      initiator: 'PROVIDER',
      reason: 'ill',
    })
    expect(body.messages).toMatchObject([
      {
        kind: 'APPOINTMENT_CANCELLED',
        outlook: 'PLANNED',
        recipientId: family.id,
        recipientName: 'Mara Weiss',
        channel: 'EMAIL',
        text: 'Mara Weiss is told by e-mail',
      },
    ])
    expect(body.consequences).toContainEqual({ step: 'NOTICE', amount: null, currency: null })
    const planned = await ledger(appointment)
    expect(planned.map(({ kind: name, outlook }) => [name, outlook])).toEqual([
      ['APPOINTMENT_REMINDER', 'PLANNED'],
      ['APPOINTMENT_REMINDER', 'PLANNED'],
    ])
  })

  test('more than the centre allows wait until a person releases or drops them', async () => {
    await set({ invitations: false, ...kinds(null), mostPerHour: 1 })
    const { appointment, email, family } = await book()
    await remind(appointment)
    await deliver(appointment)
    await move(appointment)
    await follow(appointment)
    expect(mailsTo(email)).toHaveLength(1)
    expect(await ledger(appointment)).toContainEqual(
      expect.objectContaining({ outlook: 'NOT_SENT', reason: 'too_many' }),
    )
    const worklist = await world.client.get<{ data: Json[] }>('/v1/worklist?limit=100')
    expect(JSON.stringify(worklist.body.data)).toContain('within an hour')
    const decide = (decision: string) =>
      world.client.post<Json>(`/v1/clients/${family.id}/decide-held-messages`, { decision })
    const { body } = await decide('RELEASE')
    expect(body).toMatchObject({ decision: 'RELEASE', messageIds: [expect.any(String)] })
    await deliver(appointment)
    expect(mailsTo(email).at(-1)!.subject).toMatch(MOVED)

    await cancel(appointment)
    await follow(appointment)
    expect(mailsTo(email)).toHaveLength(2)
    await decide('DROP')
    await follow(appointment)
    expect(mailsTo(email)).toHaveLength(2)
    await set({ mostPerHour: 20 })
  })
})
