import { randomUUID } from 'node:crypto'
import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities } from '../../../activities/index.ts'
import { operations } from '../../../api/resources/index.ts'
import { resumeTenant } from '#organization/tenants/resume-tenant.ts'
import type { Organization } from '#organization/tenants/schemas.ts'
import { suspendTenant } from '#organization/tenants/suspend-tenant.ts'
import { queueMessage, type MessageRequest } from '#messaging/messages/queue-message.ts'
import { TEMPLATES } from '#messaging/messages/templates/index.ts'
import { FOLLOW_UP_NAMES } from '#messaging/follow-ups/names.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createSandboxGateway } from '../../../providers/payments/sandbox.ts'
import { validCall } from '../../contract/scenarios.ts'
import { createWorld, exampleCall, requestOf, type Call, type World } from '../../contract/world.ts'
import { delegateTo, joinAs, linksSentTo, openBrowser, type Browser } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { createTestDeliveries } from '../../workflows/support.ts'

let api: TestApi
let centre: ApiClient
beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const operator = (): Context => ({
  ...systemContext(api.services.platform, { tenantId: centre.tenantId, action: 'test' }),
  whileSuspended: true,
})
const suspend = () => suspendTenant(operator(), { reason: 'The contract ended.' })
const resume = () => resumeTenant(operator())

/** All rows of the centre, except audit entries and sessions. */
const everyRow = async (): Promise<Record<string, string>> => {
  const tables = await api.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'tenant_id'
       AND table_name NOT IN ('audit_entries', 'user_sessions') ORDER BY 1`,
  )
  expect(tables.length).toBeGreaterThan(90)
  const rows: Record<string, string> = {}
  for (const { name } of tables) {
    const [found] = await api.query<{ hash: string }>(
      `SELECT count(*) || md5(string_agg(t::text, '' ORDER BY t::text)) AS hash FROM ${name} t WHERE tenant_id = $1`,
      [centre.tenantId],
    )
    rows[name] = found!.hash
  }
  return rows
}

describe('a suspended centre', () => {
  let owner: Browser & { user: { id: string; email: string } }
  let writer: Browser
  let scheduler: Browser & { user: { id: string; email: string } }
  /** A program that acts for an owner. */
  let program: Pick<ApiClient, 'send'>
  let guardiansLink: string
  let upload: string
  let download: string
  let calendar: string
  const reads = new Map<string, Call>()
  let before: Record<string, string>

  beforeAll(async () => {
    const world = createWorld(api, centre)
    owner = await joinAs(api, centre, { roles: ['OWNER'] })
    // The limit of 600 calls a minute per owner.
    writer = await joinAs(api, centre, { roles: ['OWNER'] })
    scheduler = await joinAs(api, centre, { roles: ['SCHEDULER'] })
    program = await delegateTo(api, centre, {
      userId: (await joinAs(api, centre, { roles: ['OWNER'] })).user.id,
      scopes: [...DEFAULT_SCOPES],
    })
    for (const operation of operations.filter(({ method }) => method === 'get'))
      reads.set(operation.id, await validCall(operation, world))
    guardiansLink = await world.feedbackLink()
    upload = await world.fileLink('put')
    download = await world.fileLink('get')
    calendar = new URL((await world.calendarFeed())['url'] as string).pathname
    await suspend()
    before = await everyRow()
  })
  afterAll(resume)

  const call = (caller: Pick<ApiClient, 'send'>, id: string) => {
    const operation = operations.find((other) => other.id === id)!
    return caller.send<{ code?: string }>({
      ...requestOf(operation, reads.get(id) ?? exampleCall(operation)),
      ...(operation.method !== 'get' && { headers: { 'idempotency-key': randomUUID() } }),
    })
  }
  const suspended = [403, 'centre_suspended']

  test.each(operations.filter(({ method }) => method !== 'get').map(({ id }) => id))(
    'refuses %s to an owner',
    async (id) => {
      const { status, body } = await call(writer, id)
      expect([status, body.code]).toEqual(suspended)
    },
  )

  test.each(operations.filter(({ method }) => method === 'get').map(({ id }) => id))(
    'allows %s to an owner only',
    async (id) => {
      const { status, text } = await call(owner, id)
      expect(status, text).toBe(operations.find((other) => other.id === id)!.status)
      for (const other of [scheduler, centre, program]) {
        const refused = await call(other, id)
        expect([refused.status, refused.body.code]).toEqual(suspended)
      }
    },
  )

  test('is reported with time and reason', async () => {
    expect((await owner.get<Organization>('/v1/organization')).body).toMatchObject({
      status: 'SUSPENDED',
      statusReason: 'The contract ended.',
      statusChangedAt: expect.stringMatching(/Z$/),
    })
  })

  test('issues no tokens', async () => {
    const { clientId, clientSecret } = centre
    const { status, body } = await api.anonymous().send<{ code: string }>({
      method: 'POST',
      path: '/oauth/token',
      json: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    })
    expect([status, body.code]).toEqual(suspended)
  })

  test('tells guardians on their link page to wait', async () => {
    for (const json of [undefined, { rating: 5 }]) {
      const { status, text } = await api.anonymous().send({
        method: json ? 'POST' : 'GET',
        path: guardiansLink,
        headers: { accept: 'text/html' },
        json,
      })
      expect(status).toBe(403)
      expect(text).toContain('Your link will work again later.')
    }
  })

  test('accepts and serves no files, and shows no calendar', async () => {
    const asked = [
      { method: 'PUT', path: upload, body: 'Seen at home.' },
      { method: 'GET', path: download },
      { method: 'GET', path: calendar },
    ]
    for (const request of asked) {
      const { status, body } = await api.anonymous().send<{ code: string }>(request)
      expect([status, body.code]).toEqual(suspended)
    }
  })

  test.each(FOLLOW_UP_NAMES)('ends %s without a step, to be started again', async (kind) => {
    const activities = createActivities({
      platform: api.services.platform,
      deliveries: createTestDeliveries(api.services.platform),
      gateway: createSandboxGateway(),
    })
    const input = { tenantId: centre.tenantId, subjectId: 'any', kind }
    const environment = new MockActivityEnvironment()
    expect(await environment.run(activities.planSteps, input)).toEqual({ next: null })
    const step = { step: 'any', dueAt: '2026-12-01T10:00:00Z' }
    await environment.run(activities.runStep, { ...input, ...step })
  })

  test('is closed by the database to every caller except operators', async () => {
    const { whileSuspended: _, ...workflow } = operator()
    const write = (ctx: Context) =>
      transact(ctx, 'organization:write', (tx) =>
        Promise.resolve(tx.nothingChanged({ type: 'tenant', id: tx.tenantId })),
      )
    await expect(write(workflow)).rejects.toThrow(DomainError)
    await expect(write(workflow)).rejects.toMatchObject({ code: 'centre_suspended' })
    await expect(write(operator())).resolves.toBeUndefined()
  })

  test('was not changed by these tests', async () => {
    expect(await everyRow()).toEqual(before)
  })

  test('lets only owners sign in and out', async () => {
    const browser = openBrowser(api)
    for (const { user } of [owner, scheduler])
      expect((await browser.post('/sign-in', { email: user.email })).status).toBe(202)
    expect(await linksSentTo(api, scheduler.user.id)).toHaveLength(1)
    const [path] = await linksSentTo(api, owner.user.id)
    expect((await browser.post(path!)).status).toBe(200)
    expect((await browser.readMe()).email).toBe(owner.user.email)
    expect((await browser.post('/sign-out')).status).toBe(200)
  })
})

describe('a resumed centre', () => {
  const day = 86_400_000
  let mails: string[]
  let activities: ReturnType<typeof createActivities>
  let world: World
  const run = <T>(activity: () => Promise<T>): Promise<T> =>
    new MockActivityEnvironment().run(activity)
  const about = (subjectId: string) => ({
    tenantId: centre.tenantId,
    subjectId,
    kind: 'appointmentLifecycle' as const,
  })

  beforeAll(async () => {
    centre = await api.createTenant()
    world = createWorld(api, centre)
    mails = []
    const { platform } = api.services
    activities = createActivities({
      platform,
      deliveries: createTestDeliveries(platform),
      gateway: createSandboxGateway(),
      mail: {
        publicUrl: 'https://care.test',
        mailer: {
          from: 'care@example.org',
          send: ({ id }) => {
            mails.push(id)
            return Promise.resolve({ outcome: 'sent' })
          },
          [Symbol.asyncDispose]: () => Promise.resolve(),
        },
      },
    })
  })
  // Two days before 1 December, and two hours.
  const [first, second] = ['2026-11-29T09:00:00.000Z', '2026-12-01T07:00:00.000Z']

  test('continues its follow-ups and skips steps that were useful only at their time', async () => {
    const { id } = await world.appointment()
    const { next } = await run(() => activities.planSteps(about(id)))
    expect(next).toMatchObject({ dueAt: first })
    await suspend()
    api.clock.set('2026-11-29T09:00:01Z')
    await run(() => activities.runStep({ ...about(id), ...next! }))
    expect(await run(() => activities.planSteps(about(id)))).toEqual({ next: null })
    api.clock.set('2026-11-29T12:00:00Z')
    const { woken, seconds } = await resume()
    expect([woken, seconds]).toEqual([1, 1])
    const wakes = await api.query(
      `SELECT payload FROM outbox WHERE subject_id = $1 AND type = 'appointmentLifecycle' AND created_at > '2026-11-29T11:00:00Z'`,
      [id],
    )
    expect(wakes).toEqual([{ payload: { action: 'wake' } }])

    expect(await run(() => activities.planSteps(about(id)))).toEqual({ next })
    await run(() => activities.runStep({ ...about(id), ...next! }))
    const after = await run(() => activities.planSteps(about(id)))
    expect(after.next).toMatchObject({ dueAt: second })
    const steps = await api.query(
      `SELECT s.status, s.outcome FROM follow_up_steps s JOIN follow_ups f USING (tenant_id)
       WHERE f.subject_id = $1 AND s.follow_up_id = f.id AND s.due_at = $2`,
      [id, first],
    )
    expect(steps).toEqual([
      { status: 'SKIPPED', outcome: 'its time passed while the centre was suspended' },
    ])
  })

  test('sends messages that waited for less than a day, unless they are outdated', async () => {
    const queue = async (options: Partial<MessageRequest<'appointment.reminder'>>) => {
      world = createWorld(api, await api.createClient(centre.tenantId))
      const ctx = systemContext(api.services.platform, {
        tenantId: centre.tenantId,
        action: 'test',
      })
      const { id } = await world.make('/v1/clients', { name: 'Mara Weiss', email: 'm@example.org' })
      const subject = { type: 'appointment', id: (await world.appointment()).id } as const
      await world.guardianOf(subject, id)
      const message = await transact(ctx, 'messages:write', (tx) =>
        queueMessage(tx, {
          template: 'appointment.reminder',
          variables: TEMPLATES['appointment.reminder'].example,
          recipient: { type: 'client', id, firstName: 'Mara', email: 'm@example.org' },
          subject,
          dedupeKey: id,
          ...options,
        }),
      )
      return message.id
    }
    const hour = 3_600_000
    const over = await queue({ notAfter: new Date(api.clock.now().getTime() + hour) })
    const recent = await queue({})
    await suspend()
    const dueAt = (subjectId: string) =>
      run(() => activities.messageDueAt({ tenantId: centre.tenantId, subjectId }))
    const send = (subjectId: string) =>
      run(() => activities.sendMessage({ tenantId: centre.tenantId, subjectId }))
    expect(await dueAt(over)).toBeNull()
    await send(recent)
    expect(mails).toEqual([])
    api.clock.advance(2 * hour)
    expect((await resume()).woken).toBeGreaterThanOrEqual(2)
    for (const id of [over, recent]) {
      expect(await dueAt(id)).not.toBeNull()
      await send(id)
    }
    expect(mails).toEqual([recent])

    const old = await queue({})
    await suspend()
    api.clock.advance(2 * day)
    await resume()
    await send(old)
    const rows = await api.query(
      'SELECT status, reason FROM messages WHERE id = ANY ($1) ORDER BY created_at',
      [[over, recent, old]],
    )
    expect(rows).toEqual([
      { status: 'SKIPPED', reason: 'too_late' },
      { status: 'SENT', reason: null },
      { status: 'SKIPPED', reason: 'too_late' },
    ])
  })

  test('was suspended once and resumed once', async () => {
    await suspend()
    await expect(suspend()).rejects.toMatchObject({ code: 'invalid_transition' })
    await resume()
    await expect(resume()).rejects.toMatchObject({ code: 'invalid_transition' })
    const again = await api.createClient(centre.tenantId)
    expect((await again.get<Organization>('/v1/organization')).body).toMatchObject({
      status: 'ACTIVE',
      statusReason: null,
    })
  })
})
