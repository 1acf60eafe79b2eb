import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FamilyCheckIn } from '#early-intervention/family-check-ins/schemas.ts'
import type { Program } from '#early-intervention/programs/schemas.ts'
import { renderProgram } from '#records/child-records/render-program.ts'
import type { ChildChart, ChildRecord } from '#records/child-records/schemas.ts'
import type { TimelineEntry } from '#records/child-records/timeline-schemas.ts'
import { createWorld, type World } from '../contract/world.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
let world: World
let childId: string
let program: Program
let checkIn: FamilyCheckIn

const SERVICE = {
  key: 'speech',
  type: 'SPEECH_LANGUAGE',
  frequency: 'Twice a week',
  intensity: 'INDIVIDUAL',
  method: 'Coaching of parents',
  setting: 'HOME',
  consentedOn: '2026-11-10',
}

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  checkIn = (await world.familyCheckIn()) as unknown as FamilyCheckIn
  const path = `/v1/early-intervention-programs/${checkIn.programId}`
  const delay = { startsOn: '2026-10-20', endsOn: '2026-10-27', note: 'In hospital.' }
  await world.make(`${path}/delays`, { ...delay, reason: 'FAMILY_UNAVAILABLE' })
  await world.make(`${path}/milestones`, { kind: 'EVALUATION', occurredOn: '2026-11-05' })
  const answer = await world.client.patch(path, { ifspServices: [SERVICE] })
  expect(answer.status, answer.text).toBe(200)
  program = (await world.client.get<Program>(path)).body
  childId = program.childId
})
afterAll(() => api[Symbol.asyncDispose]())

const chart = async (client: ApiClient = world.client, id = childId) =>
  (await client.get<ChildChart>(`/v1/children/${id}/chart`)).body.earlyInterventionPrograms

const timeline = async (query: string, client: ApiClient = world.client) =>
  (await client.get<{ data: TimelineEntry[] }>(`/v1/children/${childId}/timeline?${query}`)).body
    .data

test('a chart shows the current program with deadlines, services and check-ins', async () => {
  expect(await chart()).toEqual([{ ...program, checkIns: [checkIn] }])
  expect(program.deadlines.length).toBeGreaterThan(5)
  expect(await chart(world.client, (await world.child()).id)).toEqual([])
})

test('the record contains the current program too, and its PDF shows it as text', async () => {
  const { body } = await world.client.get<ChildRecord>(`/v1/children/${childId}/record`)
  expect(body.earlyInterventionPrograms).toEqual([{ ...program, checkIns: [checkIn], ifsps: [] }])
  const lines: string[] = []
  const line = (text: string) => lines.push(text)
  const page = {
    line,
    small: line,
    field: (label: string, text: string) => line(`${label} ${text}`),
  }
  renderProgram(page, body.earlyInterventionPrograms[0]!)
  const text = lines.join('\n')
  const met = program.deadlines.find(({ status }) => status === 'MET')!
  expect(lines).toContain(
    `Deadline ${met.clock} 1 · due ${met.dueOn} · MET · met 2026-11-05 · 8 days of delays`,
  )
  for (const expected of [
    '2026-11-05 · EVALUATION',
    'Delay 2026-10-20 – 2026-10-27 · FAMILY · FAMILY_UNAVAILABLE',
    'In hospital.',
    'Service speech: SPEECH_LANGUAGE · Twice a week',
    'WORRIED · services received: yes · call wanted · worrying',
    'She cries.',
  ])
    expect(text).toContain(expected)
})

test('a timeline shows deadlines on the local day of the program, and answers of the family', async () => {
  const { deadlines } = program
  const shown = await timeline('kind=DEADLINE&sort=occursAt')
  const days = deadlines.map(({ metOn, dueOn }) => metOn ?? dueOn).toSorted()
  expect(shown).toHaveLength(deadlines.length)
  const inBerlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
  expect(shown.map(({ occursAt }) => inBerlin.format(new Date(occursAt)))).toEqual(days)
  expect(shown.find(({ code }) => code === 'evaluation')).toMatchObject({
    status: 'DONE',
    subjectType: 'PROGRAM',
    subjectId: program.id,
  })
  expect(shown.find(({ code }) => code.endsWith('.speech'))).toMatchObject({ status: 'SCHEDULED' })
  expect(await timeline('kind=CHECK_IN')).toMatchObject([
    { id: checkIn.id, code: 'LINK', actionRequired: 'nobody has acknowledged the answer' },
  ])
})

test('programs are hidden from callers without permission to read them', async () => {
  const key = await api.createClient(world.client.tenantId, {
    resources: ['children', 'appointments'],
  })
  expect(await timeline('kind=DEADLINE,CHECK_IN', key)).toEqual([])
  expect((await key.get(`/v1/children/${childId}/chart`)).status).toBe(403)
})

test('a child outside the caseload is hidden, and one inside shows its program', async () => {
  const { id: providerId } = await world.provider()
  const therapist = await api.createClient(world.client.tenantId, { providerId })
  for (const path of ['chart', 'record', 'record.pdf', 'timeline'])
    expect((await therapist.get(`/v1/children/${childId}/${path}`)).status, path).toBe(404)
  await world.make('/v1/care-team-members', { childId, providerId, role: 'THERAPIST' })
  expect(await chart(therapist)).toMatchObject([{ id: program.id, checkIns: [{ id: checkIn.id }] }])
  expect(await timeline('kind=DEADLINE', therapist)).toHaveLength(program.deadlines.length)
})
