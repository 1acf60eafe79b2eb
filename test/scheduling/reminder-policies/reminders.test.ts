import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { expectProblem } from '../../contract/expectations.ts'
import { createWorld, type World, type Json, type Made } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'

const kind = 'appointmentLifecycle' as const
const STARTS_AT = '2026-12-10T10:00:00+01:00'

interface Step extends Json {
  step: string
  dueAt: string
  outcome: string | null
}

describe('reminder policies', () => {
  let api: TestApi
  let world: World

  beforeAll(async () => {
    api = await startApi()
    world = createWorld(api, await api.createTenant())
  })
  afterAll(() => api[Symbol.asyncDispose]())

  const policy = (body: Json) => world.make('/v1/reminder-policies', body)

  /** An appointment of its own service, for a child with these guardians. */
  const booked = async (...emails: (string | null)[]) => {
    const service = await world.service()
    const child = await world.child()
    const guardians: Made[] = []
    for (const email of emails) {
      const guardian = await world.make('/v1/clients', { name: 'Mara Weiss', email })
      guardians.push(guardian)
      await world.make('/v1/guardianships', {
        childId: child.id,
        clientId: guardian.id,
        relationship: 'mother',
        legal: true,
        billing: false,
      })
    }
    const appointment = await world.make('/v1/appointments', {
      childId: child.id,
      providerId: (await world.provider()).id,
      serviceId: service.id,
      type: 'THERAPY_SESSION',
      startsAt: STARTS_AT,
    })
    return { service, guardians, appointment }
  }

  const contextOf = (action: string) =>
    systemContext(api.services.platform, { tenantId: world.client.tenantId, action })

  const stepsOf = async ({ id }: Made): Promise<Step[]> => {
    await planSteps(contextOf('planSteps'), { kind, subjectId: id })
    const { steps } = (await world.first(`/v1/follow-ups?subjectId=${id}`)) as unknown as {
      steps: Step[]
    }
    return steps
  }

  const remindersOf = async (appointment: Made) =>
    (await stepsOf(appointment)).map(({ step }) => step).filter((step) => step !== 'no-show-check')

  /** Runs the reminders when due; returns recipients, times and languages. */
  const remind = async (appointment: Made, step: string) => {
    await run(appointment, step)
    const path = `/v1/messages?subjectId=${appointment.id}&sort=createdAt`
    const { body } = await world.client.get<{ data: Json[] }>(path)
    return body.data
      .filter((message) => message['step'] === step)
      .map(({ recipientId, language }) => [recipientId, language])
  }

  const run = async ({ id }: Made, step: string) => {
    const { next } = await planSteps(contextOf('planSteps'), { kind, subjectId: id })
    expect(next?.step).toBe(step)
    await runStep(contextOf('runStep'), { kind, subjectId: id, step, dueAt: new Date(next!.dueAt) })
  }

  test('fall back to the settings of the centre', async () => {
    const { appointment } = await booked('mara@example.com')
    expect(await remindersOf(appointment)).toEqual(['reminder-48h', 'reminder-2h'])
  })

  test('give a service its own times and language, and a guardian theirs', async () => {
    const { service, guardians, appointment } = await booked('mara@example.com', 'ben@example.com')
    const [mara, ben] = guardians
    await policy({ serviceId: service.id, offsetsMinutes: [1440], language: 'de' })
    await policy({ clientId: ben!.id, offsetsMinutes: [4320, 1440] })
    expect(await remindersOf(appointment)).toEqual(['reminder-72h', 'reminder-24h'])
    expect(await remind(appointment, 'reminder-72h')).toEqual([[ben!.id, 'de']])
    expect(await remind(appointment, 'reminder-24h')).toEqual([
      [mara!.id, 'de'],
      [ben!.id, 'de'],
    ])
  })

  test('send no e-mail to guardians who declined, and the step says so', async () => {
    const { guardians, appointment } = await booked('mara@example.com')
    await policy({ clientId: guardians[0]!.id, channels: [] })
    expect(await remind(appointment, 'reminder-48h')).toEqual([])
    const [step] = await stepsOf(appointment)
    expect(step).toMatchObject({
      status: 'DONE',
      outcome: expect.stringContaining('the reminder policies require none') as string,
    })
  })

  test('with quiet hours of a service move its reminders, those of a guardian delay the message', async () => {
    const { service, guardians, appointment } = await booked('mara@example.com')
    const quietHours = { startTime: '09:00', endTime: '11:00' }
    await policy({ serviceId: service.id, offsetsMinutes: [1440], quietHours })
    const [step] = await stepsOf(appointment)
    expect(step).toMatchObject({ step: 'reminder-24h', dueAt: '2026-12-09T10:00:00.000Z' })

    await policy({
      clientId: guardians[0]!.id,
      quietHours: { startTime: '08:00', endTime: '20:00' },
    })
    const begin = api.clock.now()
    api.clock.set('2026-12-09T10:00:01Z')
    await run(appointment, 'reminder-24h')
    api.clock.set(begin)
    const message = await world.first(`/v1/messages?subjectId=${appointment.id}`)
    expect(message).toMatchObject({
      dueAt: '2026-12-09T19:00:00.000Z',
      movedByQuietHours: true,
    })
  })

  test('apply to steps planned after a change', async () => {
    const { service, appointment } = await booked('mara@example.com')
    const { id } = await policy({ serviceId: service.id, offsetsMinutes: [1440] })
    expect(await remindersOf(appointment)).toEqual(['reminder-24h'])
    await world.client.patch(`/v1/reminder-policies/${id}`, { offsetsMinutes: [60] })
    const steps = await stepsOf(appointment)
    const state = Object.fromEntries(steps.map(({ step, status }) => [step, status]))
    expect(state).toMatchObject({ 'reminder-24h': 'CANCELLED', 'reminder-1h': 'SCHEDULED' })
    await world.make(`/v1/reminder-policies/${id}/archive`)
    expect(await remindersOf(appointment)).toContain('reminder-48h')
  })

  test('need attention for a guardian without an address', async () => {
    const { appointment } = await booked(null)
    await remind(appointment, 'reminder-48h')
    const { body } = await world.client.get<{ data: Json[] }>('/v1/follow-ups?actionRequired=true')
    expect(body.data.map(({ subjectId }) => subjectId)).toContain(appointment.id)
  })

  test('are unique per service, guardian and centre', async () => {
    const { service, guardians } = await booked('mara@example.com')
    const post = (body: Json) => world.client.post('/v1/reminder-policies', body)
    await policy({ serviceId: service.id })
    expectProblem(await post({ serviceId: service.id }), 'already_exists')
    const both = { serviceId: service.id, clientId: guardians[0]!.id }
    expectProblem(await post(both), 'validation_failed', 'clientId')
    const quietHours = { startTime: '21:00', endTime: '21:00' }
    expectProblem(await post({ quietHours }), 'validation_failed', 'quietHours')
    const { id } = await policy({ language: 'de' })
    expectProblem(await post({ language: 'en' }), 'already_exists')
    await world.make(`/v1/reminder-policies/${id}/archive`)
  })
})
