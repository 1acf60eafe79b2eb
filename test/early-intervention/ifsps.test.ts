import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderIfsp, type PrintedIfsp } from '#early-intervention/ifsps/render-ifsp.ts'
import type { Ifsp } from '#early-intervention/ifsps/schemas.ts'
import type { Program } from '#early-intervention/programs/schemas.ts'
import { createWorld, type World } from '../contract/world.ts'
import { WRITTEN_PLAN } from '../contract/world/people.ts'
import { refusal } from '../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
let client: ApiClient
let world: World
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
})
afterAll(() => api[Symbol.asyncDispose]())

const at = (id: string, verb = '') => `/v1/ifsps/${id}${verb && `/${verb}`}`
const planOf = async (id: string) => (await client.get<Ifsp>(at(id))).body
const programOf = async (id: unknown) =>
  (await client.get<Program>(`/v1/early-intervention-programs/${String(id)}`)).body
const PAPER = { signedName: 'Mara Weiss', signedOn: '2026-11-20' }
const signOnPaper = (plan: { id: string; clientId?: unknown }, more: object = {}) =>
  client.post<Ifsp>(at(plan.id, 'record-signature'), { clientId: plan.clientId, ...PAPER, ...more })

describe('an IFSP', () => {
  test('shows the services and the coordinator of its program until it is presented', async () => {
    const plan = await world.ifsp()
    const draft = await planOf(plan.id)
    expect(draft).toMatchObject({
      number: 1,
      kind: 'INITIAL',
      status: 'DRAFT',
      services: [{ key: 'speech' }],
    })
    await client.patch(`/v1/early-intervention-programs/${String(plan['programId'])}`, {
      ifspServices: [],
    })
    expect((await planOf(plan.id)).services).toEqual([])
  })

  test('is presented only with what 34 CFR 303.344 requires', async () => {
    const plan = await world.ifsp()
    const levels = { ...WRITTEN_PLAN.presentLevels, adaptive: null }
    await client.patch(at(plan.id), { presentLevels: levels })
    const answer = await client.post(at(plan.id, 'present'), {})
    expect(refusal(answer)).toEqual([400, 'validation_failed', 'presentLevels.adaptive: required'])
  })

  test('names the family only with its concurrence', async () => {
    const plan = await world.ifsp()
    const family = { concurred: false, resources: null, priorities: null, concerns: 'Sleep.' }
    expect(refusal(await client.patch(at(plan.id), { family }))).toContain(
      'family.concerns: not_allowed',
    )
  })

  test('records its meeting, which meets the deadline of the 45 days', async () => {
    const plan = await world.presentedIfsp()
    const { milestones, deadlines } = await programOf(plan['programId'])
    expect(milestones).toContainEqual({ kind: 'IFSP', occurredOn: '2026-11-10' })
    expect(deadlines.find(({ clock }) => clock === 'ifsp')).toMatchObject({ metOn: '2026-11-10' })
  })

  test('must agree with the meeting that the program has', async () => {
    const plan = await world.ifsp()
    await client.post(`/v1/early-intervention-programs/${String(plan['programId'])}/milestones`, {
      kind: 'IFSP',
      occurredOn: '2026-11-09',
    })
    const answer = await client.post(at(plan.id, 'present'), {})
    expect(refusal(answer)).toContain('meetingOn: not_allowed')
    expect(answer.text).toContain('2026-11-09')
  })

  test('does not change after it was presented, also not in the database', async () => {
    const plan = await world.presentedIfsp()
    expect(refusal(await client.patch(at(plan.id), { changeNote: 'x' }))).toEqual([
      409,
      'invalid_transition',
    ])
    await expect(
      api.query(`UPDATE ifsps SET outcomes = '[]' WHERE id = $1`, [plan.id]),
    ).rejects.toThrow('is frozen')
    await expect(api.query(`DELETE FROM ifsps WHERE id = $1`, [plan.id])).rejects.toThrow('frozen')
  })

  test('is in force with the signatures of a parent and of the coordinator', async () => {
    const plan = await world.presentedIfsp()
    const half = await signOnPaper(plan)
    expect(half.body).toMatchObject({ status: 'PRESENTED', signatures: [{ role: 'PARENT' }] })
    expect(refusal(await signOnPaper(plan))).toEqual([409, 'invalid_transition'])
    const { body } = await client.post<Ifsp>(at(plan.id, 'sign'), { signedName: 'Ana Ruiz' })
    expect(body).toMatchObject({ status: 'SIGNED' })
    expect(body.signatures.map(({ contentHash }) => contentHash)).toEqual([
      body.contentHash,
      body.contentHash,
    ])
    await expect(
      api.query(`UPDATE ifsp_signatures SET signed_name = 'x' WHERE ifsp_id = $1`, [plan.id]),
    ).rejects.toThrow('append-only')
  })

  test('is a consent to the services that the parent does not decline', async () => {
    const plan = await world.presentedIfsp()
    const declined = await signOnPaper(plan, { declinedServices: ['speach'] })
    expect(refusal(declined)).toContain('declinedServices.0: invalid_reference')
    await signOnPaper(plan)
    const { ifspServices, deadlines } = await programOf(plan['programId'])
    expect(ifspServices).toMatchObject([{ key: 'speech', consentedOn: '2026-11-20' }])
    expect(deadlines.find(({ ifspService }) => ifspService === 'speech')).toMatchObject({
      startsOn: '2026-11-20',
    })
  })

  test('of a declined service leaves its clock alone', async () => {
    const plan = await world.presentedIfsp()
    await signOnPaper(plan, { declinedServices: ['speech'] })
    const { ifspServices } = await programOf(plan['programId'])
    expect(ifspServices).toMatchObject([{ key: 'speech', consentedOn: null }])
  })

  test('is signed on the page of a link, by a parent only', async () => {
    const plan = await world.ifsp()
    await client.post(at(plan.id, 'present'), {})
    const { body } = await client.get<{ data: { template: string }[] }>(
      `/v1/messages?subjectId=${plan.id}`,
    )
    expect(body.data).toMatchObject([{ template: 'ifsp.to_sign' }])
    const stranger = await world.family()
    expect(refusal(await signOnPaper({ ...plan, clientId: stranger.id }))).toContain(
      'clientId: invalid_reference',
    )
  })

  test('begins its next version with the content, and says what changed', async () => {
    const { id, clientId, programId } = await world.signedIfsp()
    const meetingOn = '2026-11-21'
    expect(
      refusal(await client.post('/v1/ifsps', { programId, meetingOn, kind: 'INITIAL' })),
    ).toContain('kind: not_allowed')
    const next = await client.post<Ifsp>('/v1/ifsps', {
      programId,
      meetingOn,
      changeNote: 'Words came faster.',
    })
    expect(next.body).toMatchObject({ number: 2, kind: 'PERIODIC_REVIEW', outcomes: [{}] })
    expect(refusal(await client.post('/v1/ifsps', { programId, meetingOn }))).toEqual([
      409,
      'already_exists',
    ])
    const [outcome] = WRITTEN_PLAN.outcomes
    const outcomes = [{ ...outcome, criteria: 'Twenty words.' }]
    await client.patch(at(next.body.id), { outcomes })
    const presented = await client.post<Ifsp>(at(next.body.id, 'present'), { ask: false })
    expect(presented.body).toMatchObject({ changes: ['OUTCOMES'] })
    await signOnPaper({ id: next.body.id, clientId }, { signedOn: meetingOn })
    await client.post(at(next.body.id, 'sign'), { signedName: 'Ana Ruiz' })
    expect(await planOf(id)).toMatchObject({ status: 'SUPERSEDED' })
    expect(await planOf(next.body.id)).toMatchObject({ status: 'SIGNED' })
    const { milestones } = await programOf(programId)
    expect(milestones).toContainEqual({ kind: 'PERIODIC_REVIEW', occurredOn: meetingOn })
  })

  test('that is withdrawn leaves its content to the next version', async () => {
    const { id, programId } = await world.presentedIfsp()
    await client.post(at(id, 'withdraw'))
    const next = await client.post<Ifsp>('/v1/ifsps', { programId, meetingOn: '2026-11-10' })
    expect(next.body).toMatchObject({ number: 2, kind: 'INITIAL', status: 'DRAFT' })
    expect(next.body.outcomes).toEqual(WRITTEN_PLAN.outcomes)
  })

  test('is printed in the language of the family, with names in any script', async () => {
    const plan = await planOf((await world.signedIfsp()).id)
    const printed: PrintedIfsp = {
      ifsp: plan,
      plan: { ...plan, coordinatorId: plan.serviceCoordinatorId },
      centre: 'Sunrise',
      childName: 'कमला देवी',
      birthDate: '2025-04-30',
      coordinator: 'Ana Ruiz',
      language: 'es',
    }
    const pdf = await getDocumentProxy(await renderIfsp(printed))
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    for (const part of ['कमला देवी', 'Niveles actuales de desarrollo', 'Logopedia', 'Mara Weiss'])
      expect(text).toContain(part)
    expect((await client.get(`${at(plan.id)}/ifsp.pdf?language=de`)).status).toBe(200)
  })
})
