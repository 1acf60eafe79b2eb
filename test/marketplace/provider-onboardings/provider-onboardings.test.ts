import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { ProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { createWorld, type Json, type Made, type World } from '../../contract/world.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiAnswer, type TestApi } from '../../support/api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
})
afterAll(() => api[Symbol.asyncDispose]())

const refusal = ({ status, body }: ApiAnswer) => [status, (body as Json)['code']]
const get = async (id: string) =>
  (await world.client.get<ProviderOnboarding>(`/v1/provider-onboardings/${id}`)).body
const post = (id: string, rest: string, body?: object) =>
  world.client.post<ProviderOnboarding>(`/v1/provider-onboardings/${id}/${rest}`, body)
const providerOf = async ({ providerId }: Pick<ProviderOnboarding, 'providerId'>) =>
  (await world.client.get<Made>(`/v1/providers/${providerId}`)).body
const eventsOf = async (id: string) => {
  const rows = await api.query<{ type: string }>(
    `SELECT type FROM outbox WHERE tenant_id = $1 AND kind = 'event'
       AND (subject_id = $2 OR payload ->> 'onboardingId' = $2) ORDER BY id`,
    [world.client.tenantId, id],
  )
  return rows.map(({ type }) => type)
}
const start = async () => {
  const { id } = await world.onboarding()
  return get(id)
}
const waiveAll = async (id: string) => {
  for (const key of ['diploma', 'references', 'interview'])
    expect((await post(id, `items/${key}/waive`, { reason: 'Known to us.' })).status).toBe(200)
}

describe('an onboarding', () => {
  test('starts with an applying provider who cannot be booked, and waits for the applicant', async () => {
    const made = await start()
    expect(made).toMatchObject({
      status: 'APPLIED',
      waitingOn: ['APPLICANT', 'CENTRE'],
      stages: [{ status: 'APPLIED' }],
      items: [
        { key: 'diploma', status: 'WAITING', waitingOn: 'APPLICANT' },
        { key: 'references', status: 'WAITING', waitingOn: 'APPLICANT', references: [] },
        { key: 'interview', status: 'WAITING', waitingOn: 'CENTRE' },
      ],
    })
    expect(made.dueAt).toBe(made.items[0]!.dueAt)
    expect(await providerOf(made)).toMatchObject({ status: 'APPLIED', name: 'Ana Ruiz' })
    expect(await eventsOf(made.id)).toEqual(['provider_onboarding.started'])
  })

  test('moves between stages with its items, and its provider moves with it', async () => {
    const { id, providerId } = await start()
    const after = async (rest: string, body?: object) => {
      const { status, body: now, text } = await post(id, rest, body)
      expect(status, text).toBe(200)
      expect(await providerOf({ providerId })).toMatchObject({ status: now.status })
      return now.status
    }
    const because = { reason: 'Known to us.' }
    expect(await after('items/diploma/waive', because)).toBe('DOCUMENTS')
    expect(await after('items/references/waive', because)).toBe('VERIFICATION')
    expect(await after('items/interview/accept', { note: 'Met.' })).toBe('APPROVAL')
    expect(await after('items/diploma/return', { reason: 'We need it after all.' })).toBe(
      'DOCUMENTS',
    )
    const { stages, items } = await get(id)
    expect(stages.map(({ status }) => status)).toEqual([
      'APPLIED',
      'DOCUMENTS',
      'VERIFICATION',
      'APPROVAL',
      'DOCUMENTS',
    ])
    expect(items[0]).toMatchObject({ status: 'RETURNED', reason: 'We need it after all.' })
    expect(await eventsOf(id)).toEqual([
      'provider_onboarding.started',
      ...Array.from({ length: 4 }, () => 'provider_onboarding.stage_changed'),
    ])
  })

  test('is approved by a second person only, and sends provider.approved once', async () => {
    const starter = await joinAs(api, world.client, { roles: ['ADMINISTRATOR'] })
    const other = await joinAs(api, world.client, { roles: ['ADMINISTRATOR'] })
    const { body } = await starter.post<ProviderOnboarding>(
      '/v1/provider-onboardings',
      await world.newOnboarding(),
    )
    const approve = (by: typeof other) => by.post(`/v1/provider-onboardings/${body.id}/approve`)
    expect(refusal(await approve(other))).toEqual([409, 'invalid_transition'])
    await waiveAll(body.id)
    expect(refusal(await approve(starter))).toEqual([403, 'second_person_required'])
    const approvals = () =>
      api.query(`SELECT 1 FROM outbox WHERE type = 'provider.approved' AND subject_id = $1`, [
        body.providerId,
      ])
    expect(await approvals()).toHaveLength(0)
    const approved = await approve(other)
    expect(approved.status, approved.text).toBe(200)
    expect(await providerOf(body)).toMatchObject({ status: 'APPROVED' })
    expect(refusal(await approve(other))).toEqual([409, 'invalid_transition'])
    expect(await approvals()).toHaveLength(1)
  })

  test('cannot be approved by the applicant, whatever their role', async () => {
    const { id, providerId } = await world.onboardingToApprove()
    const applicant = await joinAs(api, world.client, {
      roles: ['ADMINISTRATOR'],
      providerId: providerId as string,
    })
    const answer = await applicant.post(`/v1/provider-onboardings/${id}/approve`)
    expect(refusal(answer)).toEqual([403, 'second_person_required'])
  })

  test('is decided once by simultaneous decisions', async () => {
    const { id, providerId } = await world.onboardingToApprove()
    const reason = 'Another was faster.'
    const answers = await Promise.all([
      post(id, 'approve'),
      post(id, 'approve'),
      post(id, 'reject', { reason }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(refusal(answer)).toEqual([409, 'invalid_transition'])
    const { status } = await get(id)
    const told = await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND type IN ('provider.approved', 'provider_onboarding.rejected')
         AND subject_id IN ($1, $2)`,
      [id, providerId],
    )
    expect(told).toEqual([
      { type: status === 'APPROVED' ? 'provider.approved' : 'provider_onboarding.rejected' },
    ])
  })

  test('runs once per e-mail address, in any spelling, and once per provider', async () => {
    const given = await world.newOnboarding()
    const first = await world.make('/v1/provider-onboardings', given)
    const email = given.applicant.email.toUpperCase()
    const again = await world.client.post<Json>('/v1/provider-onboardings', {
      ...given,
      applicant: { ...given.applicant, email },
    })
    expect(refusal(again)).toEqual([409, 'onboarding_running'])
    expect(again.body['onboardingId']).toBe(first.id)
    const { planId } = given
    const byProvider = () =>
      world.client.post('/v1/provider-onboardings', { planId, providerId: first['providerId'] })
    expect(refusal(await byProvider())).toEqual([409, 'onboarding_running'])
    const at = await Promise.all(
      Array.from({ length: 4 }, async () =>
        world.client.post('/v1/provider-onboardings', {
          planId,
          applicant: { name: 'Lea Sommer', email: 'lea.sommer@example.com' },
        }),
      ),
    )
    expect(at.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(at.filter(({ status }) => status === 409)).toHaveLength(3)

    expect((await post(first.id, 'withdraw', { reason: 'Moved away.' })).status).toBe(200)
    const resumed = await byProvider()
    expect(resumed.status, resumed.text).toBe(201)
    expect(resumed.body).toMatchObject({ status: 'APPLIED', providerId: first['providerId'] })
  })

  test('cannot be started for a provider who already works', async () => {
    const { planId } = await world.newOnboarding()
    const providerId = (await world.provider()).id
    const answer = await world.client.post('/v1/provider-onboardings', { planId, providerId })
    expect(refusal(answer)).toEqual([409, 'invalid_transition'])
  })

  test('pauses while its provider is archived, and then continues', async () => {
    const { id, providerId } = await start()
    await world.make(`/v1/providers/${providerId}/archive`)
    expect(refusal(await post(id, 'items/interview/accept', { note: 'Met.' }))).toEqual([
      409,
      'record_archived',
    ])
    expect(refusal(await post(id, 'reject', { reason: 'Gone.' }))).toEqual([409, 'record_archived'])
    const link = await world.applicationLink(id)
    expect(refusal(await api.anonymous().get(link))).toEqual([410, 'link_expired'])
    await world.make(`/v1/providers/${providerId}/restore`)
    expect((await post(id, 'items/interview/accept', { note: 'Met.' })).status).toBe(200)
    expect((await api.anonymous().get(link)).status).toBe(200)
  })

  test('cannot be approved while its provider is archived', async () => {
    const { id, providerId } = await world.onboardingToApprove()
    await world.make(`/v1/providers/${String(providerId)}/archive`)
    expect(refusal(await post(id, 'approve'))).toEqual([409, 'record_archived'])
    await world.make(`/v1/providers/${String(providerId)}/restore`)
    expect((await post(id, 'approve')).body).toMatchObject({ status: 'APPROVED' })
  })

  test('always agrees with its provider', async () => {
    const { id, providerId } = await start()
    const { tenantId } = world.client
    await expect(
      api.query(`UPDATE providers SET status = 'APPROVED' WHERE tenant_id = $1 AND id = $2`, [
        tenantId,
        providerId,
      ]),
    ).rejects.toThrow('disagree')
    await expect(
      api.query(
        `UPDATE provider_onboardings SET status = 'DOCUMENTS' WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id],
      ),
    ).rejects.toThrow('disagree')
  })

  test('moves to another version of its plan after a preview', async () => {
    const { id } = await world.movableOnboarding()
    const expected = {
      kept: ['diploma'],
      added: ['check'],
      removed: ['references', 'interview'],
      planVersion: 2,
      status: 'VERIFICATION',
    }
    const before = await get(id)
    const rehearsed = await post(id, 'move?dryRun=true', { planVersion: 2 })
    expect(rehearsed.body).toMatchObject({ dryRun: true, ...expected })
    expect(await get(id)).toEqual(before)
    const moved = await post(id, 'move', { planVersion: 2 })
    expect(moved.body).toMatchObject({ dryRun: false, ...expected })
    const { items } = await get(id)
    expect(items.map(({ key, status }) => [key, status])).toEqual([
      ['diploma', 'WAIVED'],
      ['check', 'WAITING'],
    ])
    expect(refusal(await post(id, 'move', { planVersion: 9 }))).toEqual([400, 'validation_failed'])
  })
})

describe('the board', () => {
  type Board = { stages: ({ stage: string; onboardings: number } & Json)[] }
  const boardOf = async (client: { get: typeof world.client.get }, query = '') =>
    (await client.get<Board>(`/v1/provider-onboardings/board${query}`)).body.stages

  test('counts onboardings per stage, shows whom they wait for, and who has waited longest', async () => {
    const fresh = createWorld(api, await api.createTenant())
    expect((await boardOf(fresh.client)).map(({ onboardings }) => onboardings)).toEqual([
      0, 0, 0, 0,
    ])
    const { onboarding } = await fresh.namedReferee()
    const approved = await fresh.onboardingToApprove()
    await fresh.make(`/v1/provider-onboardings/${approved.id}/approve`)
    const ready = await fresh.onboardingToApprove()
    const [applied, documents, verification, approval] = await boardOf(fresh.client)
    expect([applied, verification]).toMatchObject([{ onboardings: 0 }, { onboardings: 0 }])
    expect(documents).toMatchObject({
      stage: 'DOCUMENTS',
      onboardings: 1,
      overdue: 0,
      waiting: [
        { waitingOn: 'APPLICANT', onboardings: 1 },
        { waitingOn: 'REFEREE', onboardings: 1 },
        { waitingOn: 'CENTRE', onboardings: 1 },
      ],
      longest: [
        { onboardingId: onboarding.id, providerName: 'Ana Ruiz', daysInStage: 0, openItems: 3 },
      ],
    })
    expect(approval).toMatchObject({
      onboardings: 1,
      waiting: [{ waitingOn: 'CENTRE', onboardings: 1 }],
      longest: [{ onboardingId: ready.id, openItems: 0, dueAt: null }],
    })
    const other = `?planId=${String(ready['planId'])}`
    expect((await boardOf(fresh.client, other)).map((it) => it.onboardings)).toEqual([0, 0, 0, 1])
  })

  test('shows a user of a location the applicants for it or for all locations', async () => {
    const fresh = createWorld(api, await api.createTenant())
    const [here, there] = [(await fresh.location()).id, (await fresh.location()).id]
    const begin = async (locationIds: string[]) => {
      const { planId, applicant } = await fresh.newOnboarding()
      return fresh.make('/v1/provider-onboardings', {
        planId,
        applicant: { ...applicant, locationIds },
      })
    }
    const [mine, everywhere] = [await begin([here]), await begin([])]
    const theirs = await begin([there])
    const manager = await joinAs(api, fresh.client, {
      roles: ['MARKETPLACE_MANAGER'],
      locationIds: [here],
    })
    const [applied] = await boardOf(manager)
    expect(applied!.onboardings).toBe(2)
    const seen = await manager.get<{ data: { id: string }[] }>('/v1/provider-onboardings')
    expect(seen.body.data.map(({ id }) => id).toSorted()).toEqual(
      [mine.id, everywhere.id].toSorted(),
    )
    const hidden = await manager.get(`/v1/provider-onboardings/${theirs.id}`)
    expect(refusal(hidden)).toEqual([404, 'not_found'])
  })
})

describe('a reference', () => {
  test('is requested from the named referee, given once, and accepted by the centre', async () => {
    const { onboarding, referenceId } = await world.namedReferee()
    const { id } = onboarding
    expect(await get(id)).toMatchObject({
      status: 'DOCUMENTS',
      waitingOn: ['APPLICANT', 'REFEREE', 'CENTRE'],
    })
    const person = api.anonymous()
    const [one, other] = [
      await world.referenceLink(referenceId),
      await world.referenceLink(referenceId),
    ]
    expect((await person.get<Json>(one)).body['title']).toBe('A reference for Ana Ruiz')
    const answer = { relationship: 'Supervised her', recommends: 'yes', comment: 'Very patient.' }
    expect((await person.post(one, answer)).status).toBe(200)
    for (const again of [
      await person.post(one, answer),
      await person.get(one),
      await person.get(other),
      await person.post(other, { ...answer, recommends: 'no' }),
    ])
      expect(refusal(again)).toEqual([410, 'link_used'])
    const item = (await get(id)).items[1]!
    expect(item).toMatchObject({
      status: 'PROVIDED',
      waitingOn: 'VERIFIER',
      references: [{ status: 'GIVEN', recommends: true, comment: 'Very patient.' }],
    })
    const [kept] = await api.query('SELECT email FROM onboarding_references WHERE id = $1', [
      referenceId,
    ])
    expect(kept).toEqual({ email: null })
    expect((await post(id, 'items/references/accept')).status).toBe(200)
  })

  test('given through two links at the same time is stored once', async () => {
    const { onboarding, referenceId } = await world.namedReferee()
    const links = [await world.referenceLink(referenceId), await world.referenceLink(referenceId)]
    const answers = await Promise.all(
      ['yes', 'no'].map((recommends, index) =>
        api.anonymous().post(links[index]!, { relationship: 'Supervised her', recommends }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    const recommends = answers[0]!.status === 200
    expect((await get(onboarding.id)).items[1]!.references).toMatchObject([
      { status: 'GIVEN', recommends },
    ])
  })

  test.each([
    [{ 'references.name.1': 'Jana Kern' }, 'references.email.1', 'required'],
    [{ 'references.email.1': 'jana@example.com' }, 'references.name.1', 'required'],
    [
      { 'references.name.1': 'Jana Kern', 'references.email.1': 'jana' },
      'references.email.1',
      'invalid_format',
    ],
  ])('named as %j is refused at %s', async (given, path, code) => {
    const { id } = await start()
    const answer = await api.anonymous().post<Json>(await world.applicationLink(id), given)
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
    expect(answer.body['errors']).toMatchObject([{ path, code }])
  })

  test('cannot be given by the applicant', async () => {
    const given = await world.newOnboarding()
    const { id } = await world.make('/v1/provider-onboardings', given)
    const answer = await api.anonymous().post<Json>(await world.applicationLink(id), {
      'references.name.1': 'Ana Ruiz',
      'references.email.1': given.applicant.email,
    })
    expect(answer.body['errors']).toMatchObject([
      { path: 'references.email.1', code: 'same_record' },
    ])
  })
})

describe('the page of an applicant', () => {
  test('can be used repeatedly until the onboarding ends', async () => {
    const { id } = await start()
    const link = await world.applicationLink(id)
    const person = api.anonymous()
    for (let times = 0; times < 3; times++) expect((await person.post(link, {})).status).toBe(200)
    const shown = await person.get<Json>(link)
    expect(shown.body).toMatchObject({
      purpose: 'provider-application',
      list: [
        'Diploma: still missing',
        'A reference: still missing',
        'Interview: we take care of it',
      ],
    })
    await post(id, 'withdraw', { reason: 'Moved away.' })
    expect(refusal(await person.get(link))).toEqual([410, 'link_expired'])
    expect(refusal(await person.post(link, {}))).toEqual([410, 'link_expired'])
  })
})

describe('its follow-up', () => {
  const contextOf = (action: string) =>
    systemContext(api.services.platform, { tenantId: world.client.tenantId, action })
  const planOf = (subjectId: string) =>
    planSteps(contextOf('planSteps'), { kind: 'providerOnboarding', subjectId })
  /** Like a worker that dies before Temporal receives its result. */
  const runTwice = async (subjectId: string, step: string, dueAt: string) => {
    const ref = { kind: 'providerOnboarding', subjectId, step, dueAt: new Date(dueAt) } as const
    for (const _ of [1, 2]) await runStep(contextOf('runStep'), ref)
  }
  const told = async (subjectId: string) => {
    const rows = await api.query<{ template: string }>(
      'SELECT template FROM messages WHERE tenant_id = $1 AND subject_id = $2 ORDER BY id',
      [world.client.tenantId, subjectId],
    )
    return rows.map(({ template }) => template)
  }

  test('sends one invitation, even if its step is repeated', async () => {
    const { id } = await start()
    const { next } = await planOf(id)
    expect(next).toMatchObject({ step: 'invitation' })
    await runTwice(id, 'invitation', next!.dueAt)
    expect(await told(id)).toEqual(['provider_onboarding.request'])
  })

  test('pauses while the provider is archived, and continues when they are restored', async () => {
    const { id, providerId } = await start()
    const waking = () =>
      api.query(
        `UPDATE outbox SET done_at = now() WHERE kind = 'workflow' AND subject_id = $1 AND done_at IS NULL RETURNING id`,
        [id],
      )
    const { next } = await planOf(id)
    await runTwice(id, 'invitation', next!.dueAt)
    const planned = (await planOf(id)).next
    expect(planned).toMatchObject({ step: 'reminder-7d' })
    await waking()
    await world.make(`/v1/providers/${providerId}/archive`)
    expect(await waking()).toHaveLength(1)
    expect((await planOf(id)).next).toBeNull()
    const followUp = async () =>
      (await world.client.get<{ data: Json[] }>(`/v1/follow-ups?subjectId=${id}`)).body.data[0]!
    expect(await followUp()).toMatchObject({ status: 'CANCELLED' })
    expect(JSON.stringify(await followUp())).toContain('the provider is archived')
    await world.make(`/v1/providers/${providerId}/restore`)
    expect(await waking()).toHaveLength(1)
    expect((await planOf(id)).next).toEqual(planned)
    expect(await followUp()).toMatchObject({ status: 'ACTIVE' })
  })

  test.each([
    ['approve', {}],
    ['reject', { reason: 'Too far away.' }],
  ])('notifies the applicant once of the decision: %s', async (decision, body) => {
    const { id } = await world.onboardingToApprove()
    await world.make(`/v1/provider-onboardings/${id}/${decision}`, body)
    const { next } = await planOf(id)
    expect(next).toMatchObject({ step: 'decision' })
    await runTwice(id, 'decision', next!.dueAt)
    expect(await told(id)).toEqual(['provider_onboarding.decided'])
  })

  test('asks referees until the onboarding ends', async () => {
    const { onboarding, referenceId } = await world.namedReferee()
    await planOf(onboarding.id)
    const steps = async () =>
      (
        await world.client.get<{ data: { steps: { step: string; status: string }[] }[] }>(
          `/v1/follow-ups?subjectId=${onboarding.id}`,
        )
      ).body.data[0]!.steps
    expect(await steps()).toContainEqual(
      expect.objectContaining({ step: `ask-${referenceId}`, status: 'SCHEDULED' }),
    )
    await post(onboarding.id, 'withdraw', { reason: 'Moved away.' })
    await planOf(onboarding.id)
    expect((await steps()).filter(({ status }) => status !== 'CANCELLED')).toMatchObject([
      { step: 'deletion', status: 'SCHEDULED' },
    ])
  })
})
