import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { permissionsOf, SCOPES, type Permission } from '#platform/core/access/permissions.ts'
import { settleDispute } from '#payments/disputes/settle-dispute.ts'
import { WORKFLOWS } from '#registry/workflows.ts'
import { acknowledgeStep } from '#messaging/follow-ups/acknowledge-step.ts'
import { cancelFollowUp } from '#messaging/follow-ups/cancel-follow-up.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { FOLLOW_UP_NAMES, type FollowUpName } from '#messaging/follow-ups/names.ts'
import { FOLLOW_UPS } from '#registry/follow-ups.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { getFollowUp, listFollowUps } from '#messaging/follow-ups/queries.ts'
import { resumeFollowUp } from '#messaging/follow-ups/resume-follow-up.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { skipStep } from '#messaging/follow-ups/skip-step.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import type { FollowUp } from '#messaging/follow-ups/schemas.ts'
import { createWorld, type World, type Made } from '../../contract/world.ts'
import { DISPUTE_STATE } from '../../contract/world/billing.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { expectProblem } from '../../contract/expectations.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

const plan = (kind: FollowUpName, subjectId: string, { tenantId } = world.client) =>
  planSteps(systemContext(api.services.platform, { tenantId, action: 'planSteps' }), {
    kind,
    subjectId,
  })
const followUpOf = async (kind: FollowUpName, subjectId: string): Promise<FollowUp> => {
  const path = `/v1/follow-ups?subjectId=${subjectId}&kind=${upperSnake(kind)}`
  return (await world.first(path)) as unknown as FollowUp
}
const wakesOf = async (kind: FollowUpName, subjectId: string): Promise<number> => {
  const rows = await api.query(
    `SELECT 1 FROM outbox WHERE tenant_id = $1 AND kind = 'workflow' AND type = $2 AND subject_id = $3`,
    [world.client.tenantId, kind, subjectId],
  )
  return rows.length
}
/** As if every step had happened and needed attention. */
const raise = (subjectId: string) =>
  api.query(
    `UPDATE follow_up_steps s SET status = 'DONE', action_required = 'see to it', happened_at = now()
     FROM follow_ups f WHERE f.tenant_id = s.tenant_id AND f.id = s.follow_up_id
       AND f.tenant_id = $1 AND f.subject_id = $2`,
    [world.client.tenantId, subjectId],
  )

/** A subject whose follow-up has steps, and what settles it. */
interface Matter {
  subject: () => Promise<string>
  settle: (subjectId: string) => Promise<unknown>
}

const post = (path: string, body?: object) => world.make(path, body)
const idOf = async (made: Promise<Made>) => (await made).id

const MATTERS: Record<FollowUpName, Matter> = {
  appointmentCancellation: {
    subject: () => idOf(world.prepaidCancellation()),
    settle: async (appointmentId) => {
      const { id: orderId } = await world.first(`/v1/orders?appointmentId=${appointmentId}`)
      const { id } = await world.first(`/v1/payments?orderId=${orderId}`)
      return post(`/v1/payments/${id}/refunds`, { reason: 'The therapist was ill.' })
    },
  },
  appointmentLifecycle: {
    subject: () => idOf(world.appointment()),
    settle: (id) =>
      post(`/v1/appointments/${id}/cancel`, { initiator: 'CLIENT', reason: 'Moved away' }),
  },
  appointmentFollowUp: {
    subject: () => idOf(world.appointmentThat('complete')),
    settle: async (appointmentId) => {
      const { id } = await world.first(`/v1/sessions?appointmentId=${appointmentId}`)
      await post(`/v1/sessions/${id}/end`).catch(() => undefined)
      return post(`/v1/sessions/${id}/notes`, { plan: 'Phrases.', sign: true })
    },
  },
  assessmentReminder: {
    subject: () => idOf(world.assessment()),
    settle: (id) =>
      post(`/v1/assessments/${id}/complete`, {
        administeredOn: '2026-11-20',
        items: { naming: 5, phrases: 2 },
      }),
  },
  breakGlassReview: {
    subject: () => idOf(world.breakGlassGrant()),
    settle: (id) =>
      post(`/v1/break-glass-grants/${id}/review`, { justified: true, note: 'An emergency.' }),
  },
  erasureApproval: {
    subject: () => idOf(world.erasure()),
    settle: (id) => world.byOwner(`/v1/erasures/${id}/approve`),
  },
  childProgressFollowUp: {
    subject: () => idOf(world.goalReview()),
    settle: (id) =>
      post(`/v1/goal-reviews/${id}/acknowledge`, { response: 'The plan was changed.' }),
  },
  consentExpiry: {
    subject: async () =>
      idOf(
        world.make('/v1/consents', {
          ...(await world.newConsent()),
          expiresAt: '2027-06-01T10:00:00+02:00',
        }),
      ),
    settle: (id) => post(`/v1/consents/${id}/revoke`, { reason: 'Changed their mind.' }),
  },
  earlyInterventionCheckIn: {
    subject: () => idOf(world.program()),
    settle: (id) =>
      post(`/v1/early-intervention-programs/${id}/close`, {
        closedOn: '2026-11-20',
        reason: 'Moved away.',
      }),
  },
  formChase: {
    subject: async () => {
      const { id, childId } = await world.make('/v1/form-responses', {
        ...(await world.newFormResponse()),
        dueAt: '2026-12-10T10:00:00+01:00',
      })
      const { id: clientId } = await world.family()
      const guardianship = { childId, clientId, relationship: 'mother', legal: true }
      await world.make('/v1/guardianships', guardianship)
      await post(`/v1/form-responses/${id}/ask`)
      return id
    },
    settle: (id) => post(`/v1/form-responses/${id}/cancel`, { reason: 'Paper came.' }),
  },
  disputeResponse: {
    subject: () => idOf(world.dispute()),
    settle: (id) =>
      settleDispute(
        systemContext(api.services.platform, {
          tenantId: world.client.tenantId,
          action: 'settleDispute',
        }),
        { id, state: { ...DISPUTE_STATE, status: 'LOST' } },
      ),
  },
  invoiceDunning: {
    subject: () => idOf(world.issuedInvoice()),
    settle: (id) => post(`/v1/invoices/${id}/credit`, { reason: 'Billed twice.' }),
  },
  packageExpiry: {
    subject: () => idOf(world.sessionPackage()),
    settle: async (id) => {
      const [bought] = await api.query<{ orderId: string }>(
        'SELECT order_id AS "orderId" FROM session_packages WHERE id = $1',
        [id],
      )
      return post(`/v1/orders/${bought!.orderId}/cancel`)
    },
  },
  licenseReview: {
    subject: async () => {
      const { id } = await world.checkableLicense()
      await api.query(
        `UPDATE provider_licenses SET verification_status = 'MISMATCH', checked_at = now() WHERE id = $1`,
        [id],
      )
      return id
    },
    settle: (id) =>
      post(`/v1/provider-licenses/${id}/verify`, { method: 'PHONE', note: 'Called the board.' }),
  },
  leadQualification: {
    subject: () => idOf(world.lead()),
    settle: (id) => post(`/v1/leads/${id}/lose`, { reason: 'WITHDRAWN' }),
  },
  providerOnboarding: {
    subject: () => idOf(world.onboarding()),
    settle: (id) => post(`/v1/provider-onboardings/${id}/withdraw`, { reason: 'Moved away.' }),
  },
  restrictionLifting: {
    subject: () => idOf(world.liftingRestriction()),
    settle: (id) =>
      post(`/v1/processing-restrictions/${id}/lift`, {
        reason: 'Verified.',
        notifiedBy: 'Told on the phone.',
      }),
  },
  sessionFollowUp: {
    subject: () => idOf(world.session()),
    settle: (id) => post(`/v1/sessions/${id}/notes`, { plan: 'Phrases.', sign: true }),
  },
  treatmentCycle: {
    subject: async () => {
      const { id } = await world.treatmentCycle()
      return id
    },
    settle: (id) => post(`/v1/treatment-cycles/${id}/close`, { reason: 'Nothing is left of it.' }),
  },
  waitlistOffer: {
    subject: async () => {
      const offer = await world.waitlistOffer()
      return offer['freedSlotId'] as string
    },
    settle: async (slotId) => {
      const [offer] = await api.query<{ id: string }>(
        'SELECT id FROM waitlist_offers WHERE freed_slot_id = $1',
        [slotId],
      )
      return post(`/v1/waitlist-offers/${offer!.id}/accept`)
    },
  },
}

describe.each(FOLLOW_UP_NAMES)('%s', (kind) => {
  test('no longer needs attention once its subject is settled', async () => {
    const { subject, settle } = MATTERS[kind]
    const subjectId = await subject()
    await plan(kind, subjectId)
    await raise(subjectId)
    const before = await followUpOf(kind, subjectId)
    expect(before.steps.length).toBeGreaterThan(0)
    for (const step of before.steps) expect(step.actionRequired).toBe('see to it')
    const wakes = await wakesOf(kind, subjectId)

    await settle(subjectId)
    expect(await wakesOf(kind, subjectId)).toBeGreaterThan(wakes)
    await plan(kind, subjectId)

    const { steps } = await followUpOf(kind, subjectId)
    expect(steps.filter(({ actionRequired }) => actionRequired)).toEqual([])
    const open = `/v1/follow-ups?actionRequired=true&subjectId=${subjectId}&kind=${upperSnake(kind)}`
    expect((await world.client.get<{ data: unknown[] }>(open)).body.data).toEqual([])
  })

  test('is read and operated with the permission for its subject only', async () => {
    const { tenantId } = world.client
    const id = newId('followUp')
    const { idPrefix, subjectType } = WORKFLOWS[kind]
    const subject = newId('appointment')
    await api.query(
      `INSERT INTO follow_ups (tenant_id, id, kind, subject_type, subject_id, workflow_id, status, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'ACTIVE', now(), now())`,
      [tenantId, id, kind, subjectType, subject, `${idPrefix}/${tenantId}/${subject}`],
    )
    await api.query(
      `INSERT INTO follow_up_steps (tenant_id, follow_up_id, step, due_at, status)
       VALUES ($1, $2, 'step', now(), 'SCHEDULED')`,
      [tenantId, id],
    )
    const { resource } = FOLLOW_UPS[kind]
    const without = as(ALL.filter((permission) => !permission.startsWith(`${resource}:`)))
    await expect(getFollowUp(without, { id })).rejects.toMatchObject({ code: 'not_found' })
    const { data } = await listFollowUps(without, {
      limit: 100,
      sort: '-createdAt',
      subjectId: subject,
    })
    expect(data).toEqual([])
    for (const verb of VERBS)
      await expect(verb(without, id), String(verb)).rejects.toMatchObject({ code: 'not_found' })
    const reader = as(ALL.filter((permission) => permission !== `${resource}:write`))
    expect((await getFollowUp(reader, { id })).id).toBe(id)
    for (const verb of VERBS)
      await expect(verb(reader, id), String(verb)).rejects.toMatchObject({
        code: 'insufficient_scope',
        extra: { permission: `${resource}:write` },
      })
  })
})

/** Of the others, a freed slot, an invoice, a license, an onboarding and an open lead belong to no child. */
const OF_NO_CHILD: readonly FollowUpName[] = [
  'waitlistOffer',
  'invoiceDunning',
  'licenseReview',
  'providerOnboarding',
  'leadQualification',
]
const OF_A_CHILD = FOLLOW_UP_NAMES.filter((it) => !OF_NO_CHILD.includes(it))

test.each(OF_A_CHILD)(
  '%s is found by its child and appears in the timeline of the child',
  async (kind) => {
    const subjectId = await MATTERS[kind].subject()
    await plan(kind, subjectId)
    const { id, steps } = await followUpOf(kind, subjectId)
    const [child] = await api.query<{ id: string }>(
      'SELECT therapy.child_of_subject($1, $2) AS id',
      [world.client.tenantId, subjectId],
    )
    type Listed = { data: { id: string }[] }
    const idsAt = async (path: string) =>
      (await world.client.get<Listed>(path)).body.data.map((it) => it.id)
    expect(await idsAt(`/v1/follow-ups?childId=${child!.id}`)).toContain(id)
    const shown = await idsAt(`/v1/children/${child!.id}/timeline?kind=STEP&limit=100`)
    expect(shown).toEqual(expect.arrayContaining(steps.map(({ step }) => `${id}/${step}`)))
    expect(steps.length).toBeGreaterThan(0)
  },
)

/** A caller with these permissions. */
const as = (permissions: readonly Permission[]): Context => ({
  ...systemContext(api.services.platform, { tenantId: world.client.tenantId, action: 'test' }),
  actor: { kind: 'API_KEY', id: 'key_test', permissions: new Set(permissions) },
})
const ALL = [...permissionsOf(SCOPES)]

/** Everything a person can do with a follow-up. */
const VERBS: readonly ((ctx: Context, id: string) => Promise<FollowUp>)[] = [
  (ctx, id) => skipStep(ctx, { id, step: 'step' }),
  (ctx, id) => runStepNow(ctx, { id, step: 'step' }),
  (ctx, id) => acknowledgeStep(ctx, { id, step: 'step', note: 'Seen.' }),
  (ctx, id) => cancelFollowUp(ctx, { id }),
  (ctx, id) => resumeFollowUp(ctx, { id }),
]

test('a coordinator can read the follow-up of a program, and a booking site cannot cancel it', async () => {
  const { tenantId } = world.client
  const { id: subject } = await world.program()
  await plan('earlyInterventionCheckIn', subject)
  const { id } = await followUpOf('earlyInterventionCheckIn', subject)
  const coordinator = await api.createClient(tenantId, { scopes: ['children'] })
  expect((await coordinator.get(`/v1/follow-ups/${id}`)).status).toBe(200)
  const bookingSite = await api.createClient(tenantId, { scopes: ['bookings'] })
  expectProblem(await bookingSite.post(`/v1/follow-ups/${id}/cancel`, {}), 'not_found')
  expect((await followUpOf('earlyInterventionCheckIn', subject)).status).toBe('ACTIVE')
})

test.each([
  ['evaluation', '2026-10-16', 'EVALUATION'],
  ['eligibility', '2026-10-16', 'ELIGIBILITY'],
  ['ifsp', '2026-10-16', 'IFSP'],
  ['lea-notification', '2026-11-01', 'LEA_NOTIFICATION'],
  ['transition-conference', '2026-11-01', 'TRANSITION_CONFERENCE'],
])(
  'a missed %s needs attention until its milestone is recorded',
  async (clock, dueOn, milestone) => {
    const kind = 'earlyInterventionCheckIn'
    const { id: childId } = await world.child({ birthDate: '2024-01-30' })
    const { id: subject } = await world.make('/v1/early-intervention-programs', {
      childId,
      referralReceivedOn: '2026-09-01',
    })
    const ctx = systemContext(api.services.platform, {
      tenantId: world.client.tenantId,
      action: 'x',
    })
    await runUntilNow(ctx, { kind, subjectId: subject })
    const stepOf = async () =>
      (await followUpOf(kind, subject)).steps.find(({ step }) => step === `${clock}-missed`)!
    expect((await stepOf()).actionRequired).toContain(`'${clock}' of ${dueOn} was missed`)
    await post(`/v1/early-intervention-programs/${subject}/milestones`, {
      kind: milestone,
      occurredOn: '2026-11-20',
    })
    await planSteps(ctx, { kind, subjectId: subject })
    expect((await stepOf()).actionRequired).toBeNull()
  },
)

test('acknowledging a step requires a note, and a message that fails later needs attention again', async () => {
  const { id: followUpId } = await world.followUpWithAttention()
  const path = `/v1/follow-ups/${followUpId}`
  const note = 'Called Mara Weiss.'
  const acknowledge = `${path}/steps/reminder-48h/acknowledge`
  const answer = await world.client.post<FollowUp>(acknowledge, { note })
  const step = answer.body.steps.find((it) => it.step === 'reminder-48h')!
  expect(step.actionRequired).toBeNull()
  expect(step.acknowledgment).toMatchObject({
    actionRequired: 'the child has no legal guardian on record',
    note,
    acknowledgedBy: expect.stringMatching(/^key_/),
  })
  expectProblem(await world.client.post(acknowledge, { note }), 'invalid_transition')
  expect((await world.client.post(acknowledge, {})).status).toBe(400)

  const { id: messageId } = await world.undeliveredMessage()
  await api.query(
    `UPDATE messages SET follow_up_id = $2, step = 'reminder-48h' WHERE tenant_id = $1 AND id = $3`,
    [world.client.tenantId, followUpId, messageId],
  )
  const attention = async () => {
    const { body } = await world.client.get<FollowUp>(path)
    return body.steps.find((it) => it.step === 'reminder-48h')!.actionRequired
  }
  expect(await attention()).toMatch(/was not reached/)
  await world.client.post(acknowledge, { note: 'Wrote a letter.' })
  expect(await attention()).toBeNull()
  const open = `/v1/follow-ups?actionRequired=true&limit=100`
  const listed = await world.client.get<{ data: FollowUp[] }>(open)
  expect(listed.body.data.map(({ id }) => id)).not.toContain(followUpId)
  // Sent again, it fails for another reason.
  await api.query(
    `UPDATE messages SET status = 'FAILED', reason = 'no_mail_server' WHERE id = $1`,
    [messageId],
  )
  expect(await attention()).toMatch(/was not reached/)
})

describe('an item that needs attention', () => {
  const listed = async (query: string) => {
    const answer = await world.client.get<{ data: FollowUp[] }>(`/v1/follow-ups?limit=100&${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.map(({ id }) => id)
  }
  const acknowledged = (id: string, body: object) =>
    world.client.post<FollowUp>(`/v1/follow-ups/${id}/steps/reminder-48h/acknowledge`, body)

  test('is assigned to a provider, a user or a key, and stays on their list until it is handled', async () => {
    const { id } = await world.followUpWithAttention()
    const { id: providerId } = await world.provider()
    const given = await acknowledged(id, { note: 'Please call them.', assigneeId: providerId })
    const step = given.body.steps.find((it) => it.step === 'reminder-48h')!
    expect(step).toMatchObject({
      actionRequired: 'the child has no legal guardian on record',
      acknowledgment: null,
      assignment: {
        assigneeId: providerId,
        note: 'Please call them.',
        assignedBy: world.client.clientId,
        assignedAt: expect.stringMatching(/Z$/),
      },
    })
    expect(await listed(`actionRequired=true&assigneeId=${providerId}`)).toEqual([id])
    const { id: userId } = await world.user()
    expect((await acknowledged(id, { note: 'Yours.', assigneeId: userId })).status).toBe(200)
    expect(await listed(`assigneeId=${userId}`)).toEqual([id])
    // Reassigned to a key.
    const key = world.client.clientId
    expect((await acknowledged(id, { note: 'For the desk.', assigneeId: key })).status).toBe(200)
    expect(await listed(`assigneeId=${userId}`)).toEqual([])
    expect(await listed(`assigneeId=${key}`)).toEqual([id])
    const done = await acknowledged(id, { note: 'Called.' })
    expect(done.body.steps.find((it) => it.step === 'reminder-48h')).toMatchObject({
      actionRequired: null,
      acknowledgment: { note: 'Called.' },
      assignment: { assigneeId: key },
    })
    expect(await listed(`assigneeId=${key}`)).toEqual([])
  })

  test('cannot be assigned outside the centre', async () => {
    const { id } = await world.followUpWithAttention()
    const elsewhere = await api.createTenant()
    const { id: theirs } = await createWorld(api, elsewhere).provider()
    const { id: gone } = await world.deactivatedUser()
    for (const assigneeId of [theirs, elsewhere.clientId, gone])
      expectProblem(await acknowledged(id, { note: 'Yours.', assigneeId }), 'invalid_reference')
  })

  test('leaves the list of its assignee once its subject is settled', async () => {
    const { id: subject } = await world.assessment()
    await plan('assessmentReminder', subject)
    await raise(subject)
    const { id, steps } = await followUpOf('assessmentReminder', subject)
    const { id: assigneeId } = await world.provider()
    const path = `/v1/follow-ups/${id}/steps/${steps[0]!.step}/acknowledge`
    expect((await world.client.post(path, { note: 'Yours.', assigneeId })).status).toBe(200)
    expect(await listed(`assigneeId=${assigneeId}`)).toEqual([id])
    await MATTERS.assessmentReminder.settle(subject)
    await plan('assessmentReminder', subject)
    expect(await listed(`assigneeId=${assigneeId}`)).toEqual([])
  })

  test('is listed by kind, location and due time', async () => {
    const { id, subjectId } = await world.followUpWithAttention()
    const { body: appointment } = await world.client.get<{ locationId: string }>(
      `/v1/appointments/${String(subjectId)}`,
    )
    const { id: elsewhere } = await world.make('/v1/locations', {
      name: 'Elsewhere',
      timeZone: 'Europe/Berlin',
    })
    const asking = (more: string) => listed(`actionRequired=true&${more}`)
    expect(await asking(`locationId=${appointment.locationId}`)).toContain(id)
    expect(await asking(`locationId=${elsewhere}`)).toEqual([])
    expect(await asking('kind=APPOINTMENT_LIFECYCLE')).toContain(id)
    expect(await asking('kind=TREATMENT_CYCLE')).not.toContain(id)
    // The reminder was due two days before 1 December, 10:00.
    expect(await asking('dueAt[lt]=2026-11-29T10:00:00Z')).toContain(id)
    expect(await asking('dueAt[gte]=2026-11-29T10:00:00Z')).not.toContain(id)
  })
})

describe('resuming a follow-up', () => {
  const kind = 'appointmentLifecycle'

  test('plans future steps and skips those that passed during the pause', async () => {
    const { id: subject } = await world.appointment()
    await plan(kind, subject)
    const { id } = await followUpOf(kind, subject)
    await post(`/v1/follow-ups/${id}/cancel`, {})
    expectProblem(await world.client.post(`/v1/follow-ups/${id}/cancel`, {}), 'invalid_transition')
    const resumed = await later(() => resumeFollowUp(as(ALL), { id }))
    expect(resumed).toMatchObject({ status: 'ACTIVE', waitingOn: 'reminder-2h' })
    expect(resumed.steps.map(({ step, status, outcome }) => [step, status, outcome])).toEqual([
      ['reminder-48h', 'SKIPPED', 'its time had passed when the follow-up was resumed'],
      ['reminder-2h', 'SCHEDULED', null],
      ['no-show-check', 'SCHEDULED', null],
    ])
    // The plan stays: it depends on facts, not on the time of reading.
    const { version } = resumed
    await plan(kind, subject)
    expect((await followUpOf(kind, subject)).version).toBe(version)
    expectProblem(await world.client.post(`/v1/follow-ups/${id}/resume`), 'invalid_transition')
  })

  test('expires a booking that was not confirmed in time', async () => {
    const { id: subject } = await world.pendingAppointment()
    await plan(kind, subject)
    const { id } = await followUpOf(kind, subject)
    await post(`/v1/follow-ups/${id}/cancel`, {})
    const resumed = await later(() => resumeFollowUp(as(ALL), { id }))
    expect(resumed.waitingOn).toBe('confirmation-check')
  })

  test('is refused after its person was erased', async () => {
    const { id: subject, childId } = await world.session()
    await plan('sessionFollowUp', subject)
    const { id } = await followUpOf('sessionFollowUp', subject)
    await post(`/v1/follow-ups/${id}/cancel`, {})
    const erasure = await post('/v1/erasures', { childId, reason: 'Asked for.', graceDays: 0 })
    await api.query(
      `UPDATE erasures SET status = 'RUNNING', approved_by = 'another', approved_at = now(), starts_at = now(), started_at = now() WHERE id = $1`,
      [erasure.id],
    )
    expectProblem(await world.client.post(`/v1/follow-ups/${id}/resume`), 'person_erased')
  })
})

/** Six days later, less than a day before the appointments of the world. */
const later = async <T>(work: () => Promise<T>): Promise<T> => {
  const now = api.clock.now()
  api.clock.set('2026-11-30T12:00:00Z')
  try {
    return await work()
  } finally {
    api.clock.set(now)
  }
}

/** Plans and runs what is due now. */
const runUntilNow = async (ctx: Context, ref: { kind: FollowUpName; subjectId: string }) => {
  for (let done = 0; done < 20; done += 1) {
    const { next } = await planSteps(ctx, ref)
    if (!next || Date.parse(next.dueAt) > api.clock.now().getTime()) return
    await runStep(ctx, { ...ref, step: next.step, dueAt: new Date(next.dueAt) })
  }
  throw new Error('there is always something due')
}
