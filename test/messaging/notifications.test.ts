import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellPeople } from '#messaging/notifications/tell-people.ts'
import { messageDueAt, sendMessage } from '#messaging/messages/send-message.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/core/time/time.ts'
import type { Mail } from '#providers/mail/index.ts'
import { createWorld, type World } from '../contract/world.ts'
import { create } from '../resources/centre.ts'
import { joinAs } from '../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

/** Whom people of the centre are told what waits for, when, and in how many e-mails. */

let api: TestApi
let client: ApiClient
let world: World

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  api.clock.set('2026-12-01T10:00:00+01:00')
  client = await api.createTenant()
  world = createWorld(api, client)
  await client.patch('/v1/message-settings', { quietHours: null })
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const system = () =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action: 'tellPeople' })

const pass = () => tellPeople(system())

/** The worker dies between the mail server's answer and the record. */
class Died extends Error {}

/** Sends what is due at a time, as the workflows of the messages do. */
const sentBy = async (at: Date, afterwards = () => {}): Promise<Mail[]> => {
  api.clock.set(at.toISOString())
  const mails: Mail[] = []
  const mailer = {
    from: 'care@care.example',
    send: async (mail: Mail) => {
      mails.push(mail)
      afterwards()
      return { outcome: 'sent' as const }
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const waiting = await api.query<{ id: string }>(
    `SELECT id FROM messages WHERE tenant_id = $1 AND template = 'worklist.waiting' AND status = 'QUEUED' ORDER BY id`,
    [client.tenantId],
  )
  for (const { id } of waiting) {
    const dueAt = await messageDueAt(system(), { id })
    if (dueAt !== null && new Date(dueAt) <= at)
      await sendMessage(system(), { id }, { mailer, publicUrl: 'https://care.example' }).catch(
        (error: unknown) => {
          if (!(error instanceof Died)) throw error
        },
      )
  }
  return mails
}

const later = (ms: number) => new Date(api.clock.now().getTime() + ms)
const person = (roles: string[], more = {}) => joinAs(api, client, { roles, ...more })
const newTask = (more = {}) => create(client, '/v1/tasks', { title: 'Call Mr. Weiss', ...more })

const toldOf = (mails: readonly Mail[]) => mails.map(({ to }) => to).toSorted()

describe('people are told', () => {
  test('what waits for them and their roles, once, with a link that decides nothing', async () => {
    const [desk, biller] = [await person(['SCHEDULER']), await person(['BILLER'])]
    const { id } = await newTask({ role: 'SCHEDULER' })
    await newTask({ assigneeId: biller.user.id })
    await pass()
    await pass()
    const mails = await sentBy(later(MINUTE_MS))
    expect(toldOf(mails)).toEqual([desk.user.email, biller.user.email].toSorted())
    const mail = mails.find(({ to }) => to === desk.user.email)!
    expect(mail.text).toContain(`https://care.example/worklist?entry=${id}`)
    expect(mail.text).not.toContain('Weiss')
    expect(await sentBy(later(HOUR_MS))).toEqual([])
  })

  test('in one e-mail of what comes together', async () => {
    const desk = await person(['SCHEDULER'])
    for (let number = 0; number < 6; number++) await newTask({ role: 'SCHEDULER' })
    await pass()
    const mails = await sentBy(later(MINUTE_MS))
    expect(toldOf(mails)).toEqual([desk.user.email])
    expect(mails[0]!.subject).toBe('6 things wait for you')
  })

  test('in the same e-mail again if the worker dies before its outcomes are recorded', async () => {
    const desk = await person(['SCHEDULER'])
    for (let number = 0; number < 3; number++) {
      await newTask({ role: 'SCHEDULER' })
      await pass()
      api.clock.advance(1_000)
    }
    const statuses = async () => {
      const rows = await api.query<{ status: string }>(
        `SELECT status FROM messages WHERE tenant_id = $1 AND template = 'worklist.waiting'`,
        [client.tenantId],
      )
      return rows.map(({ status }) => status)
    }
    const first = await sentBy(later(MINUTE_MS), () => {
      throw new Died()
    })
    expect(await statuses()).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
    const again = await sentBy(later(0))
    expect(again).toEqual(first)
    expect(toldOf(again)).toEqual([desk.user.email])
    expect(again[0]!.subject).toBe('3 things wait for you')
    expect(await statuses()).toEqual(['SENT', 'SENT', 'SENT'])
    expect(await sentBy(later(HOUR_MS))).toEqual([])
  })

  test('of everything that began at one instant', async () => {
    const desk = await person(['SCHEDULER'])
    const { id } = await newTask({ role: 'SCHEDULER' })
    await api.query(
      `INSERT INTO tasks SELECT (jsonb_populate_record(t, jsonb_build_object('id', 'tsk_' || lpad(n::text, 26, '0')))).*
       FROM tasks t, generate_series(1, 250) n WHERE t.id = $1`,
      [id],
    )
    await pass()
    const told = await api.query(
      `SELECT 1 FROM messages WHERE tenant_id = $1 AND recipient_id = $2 AND template = 'worklist.waiting'`,
      [client.tenantId, desk.user.id],
    )
    expect(told.length).toBeLessThanOrEqual(3)
    const [mail, ...others] = await sentBy(later(MINUTE_MS))
    expect(others).toEqual([])
    expect(mail!.subject).toBe('251 things wait for you')
  })

  test('as they chose, or the centre for their role', async () => {
    const [desk, other] = [await person(['SCHEDULER']), await person(['SCHEDULER'])]
    const daily = { role: 'SCHEDULER', kind: 'TASK', delivery: 'DAILY' }
    await client.patch('/v1/notification-settings', { digestTime: '08:00', roles: [daily] })
    const none = [{ kind: 'TASK', delivery: 'NONE' }]
    const chosen = await other.patch(`/v1/users/${other.user.id}/notifications`, {
      notifications: none,
    })
    expect(chosen.status, chosen.text).toBe(200)
    await newTask({ role: 'SCHEDULER' })
    await pass()
    expect(await sentBy(later(HOUR_MS))).toEqual([])
    expect(toldOf(await sentBy(later(24 * HOUR_MS)))).toEqual([desk.user.email])
  })

  test('nothing that was settled before the e-mail went out', async () => {
    await person(['SCHEDULER'])
    const { id } = await newTask({ role: 'SCHEDULER' })
    await pass()
    await client.post(`/v1/tasks/${id}/complete`)
    expect(await sentBy(later(MINUTE_MS))).toEqual([])
    const { body } = await client.get<{ data: { reason: string }[] }>(
      '/v1/messages?template=worklist.waiting',
    )
    expect(body.data.map(({ reason }) => reason)).toEqual(['settled'])
  })

  test('nothing about a child whose processing was restricted since', async () => {
    const desk = await person(['SCHEDULER'])
    const [{ id: childId }, { id: otherId }] = [await world.child(), await world.child()]
    await newTask({ role: 'SCHEDULER', subjectId: childId })
    await newTask({ role: 'SCHEDULER', subjectId: otherId })
    await pass()
    const ground = { ground: 'LEGAL_CLAIM', reason: 'asked by letter' }
    await create(client, '/v1/processing-restrictions', { childId, ...ground })
    const [mail, ...others] = await sentBy(later(MINUTE_MS))
    expect(others).toEqual([])
    expect([mail!.to, mail!.subject]).toEqual([desk.user.email, 'Do the task'])
  })

  test('the day on which something is due, whatever the zone of the centre', async () => {
    await client.patch('/v1/organization', { defaultTimeZone: 'America/New_York' })
    await create(client, '/v1/provider-licenses', {
      ...(await world.newLicense()),
      expiresOn: '2026-12-10',
    })
    const { body } = await client.get<{ data: { dueOn: string }[] }>(
      '/v1/worklist?kind=LICENSE_EXPIRING',
    )
    expect(body.data.map(({ dueOn }) => dueOn)).toEqual(['2026-12-10'])
    await person(['ADMINISTRATOR'])
    await pass()
    const [mail] = await sentBy(later(24 * HOUR_MS))
    expect(mail!.text).toContain('Thursday, 10 December 2026')
    expect(mail!.text).not.toContain('9 December')
  })

  test('their deputy instead while they are away, and nobody who has left', async () => {
    const [away, deputy, gone] = [
      await person(['SCHEDULER']),
      await person(['ADMINISTRATOR']),
      await person(['SCHEDULER']),
    ]
    const endsAt = later(48 * HOUR_MS).toISOString()
    const absence = await away.post('/v1/absences', { deputyId: deputy.user.id, endsAt })
    expect(absence.status, absence.text).toBe(201)
    await newTask({ assigneeId: away.user.id })
    await newTask({ assigneeId: gone.user.id })
    await pass()
    await client.post(`/v1/users/${gone.user.id}/deactivate`)
    const mails = await sentBy(later(MINUTE_MS))
    expect(toldOf(mails)).toEqual([deputy.user.email])
    expect(mails[0]!.text).toContain(`deputy of ${away.user.name}`)
  })

  test('again before it lapses, and then the owner', async () => {
    const [decider, owner] = [await person(['ADMINISTRATOR']), await person(['OWNER'])]
    const { id } = await world.waitingStep()
    await api.query(`UPDATE tasks SET role = 'ADMINISTRATOR' WHERE subject_id = $1`, [id])
    await pass()
    const toldAt = async (at: Date) => {
      const mails = await sentBy(at)
      return toldOf(mails)
    }
    expect(await toldAt(later(MINUTE_MS))).toContain(decider.user.email)
    const [task] = await api.query<{ due_at: Date }>(
      'SELECT due_at FROM tasks WHERE subject_id = $1',
      [id],
    )
    const left = task!.due_at.getTime() - api.clock.now().getTime()
    api.clock.set(later(left * 0.55).toISOString())
    await pass()
    expect(await toldAt(later(MINUTE_MS))).toEqual([decider.user.email])
    api.clock.set(new Date(task!.due_at.getTime() - left * 0.1).toISOString())
    await pass()
    expect(await toldAt(later(MINUTE_MS))).toEqual(
      [decider.user.email, owner.user.email].toSorted(),
    )
    api.clock.set(later(left).toISOString())
    await pass()
    expect(await sentBy(later(MINUTE_MS))).toEqual([])
  })

  test('without what the service is called, which can name a diagnosis', async () => {
    // Before the booking of the world.
    api.clock.set('2026-11-30T10:00:00+01:00')
    client = await api.createTenant()
    world = createWorld(api, client)
    const desk = await person(['SCHEDULER'])
    const { id } = await world.pendingAppointment()
    const { body } = await desk.get<{ data: { id: string; subject: { name: string } }[] }>(
      '/v1/worklist?kind=APPOINTMENT_TO_CONFIRM',
    )
    expect(body.data).toMatchObject([{ id: `${id}/appointment-to-confirm` }])
    await pass()
    const mails = await sentBy(later(MINUTE_MS))
    const mail = mails.find(({ to }) => to === desk.user.email)!
    expect(mail.subject).toBe('Confirm or decline the booking')
    expect(mail.text).toContain('Lena')
    expect(mail.text).not.toContain(body.data[0]!.subject.name)
    expect(mail.text).not.toContain('Weiss')
  })

  test('only what they may see', async () => {
    const therapist = await person(['THERAPIST'], { providerId: (await world.provider()).id })
    const { id: childId } = await world.child()
    await newTask({ assigneeId: therapist.user.id, subjectId: childId })
    await pass()
    expect(await sentBy(later(MINUTE_MS))).toEqual([])
  })
})
