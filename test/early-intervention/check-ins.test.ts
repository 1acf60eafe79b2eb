import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEntries } from '#platform/audit/queries.ts'
import { acknowledgeFamilyCheckIn } from '#early-intervention/family-check-ins/acknowledge-family-check-in.ts'
import { recordFamilyCheckIn } from '#early-intervention/family-check-ins/record-family-check-in.ts'
import { sendFamilyCheckIn } from '#early-intervention/family-check-ins/send-family-check-in.ts'
import { createQuestionSet } from '#early-intervention/family-check-in-questions/create-question-set.ts'
import { CreateQuestionSet } from '#early-intervention/family-check-in-questions/schemas.ts'
import { closeProgram } from '#early-intervention/programs/close-program.ts'
import { getProgram, listPrograms } from '#early-intervention/programs/queries.ts'
import { patchProgram } from '#early-intervention/programs/patch-program.ts'
import {
  ReassignCoordinator,
  reassignCoordinator,
} from '#early-intervention/programs/reassign-coordinator.ts'
import { StartProgram } from '#early-intervention/programs/schemas.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { runStep } from '#messaging/follow-ups/run-step.ts'
import { listMessages } from '#messaging/messages/queries.ts'
import { render } from '#messaging/messages/render.ts'
import { open } from '#messaging/messages/seal.ts'
import type { TemplateName } from '#messaging/messages/templates/index.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { createSupervision } from '#organization/supervisions/create-supervision.ts'
import { createChild } from '#people/children/create-child.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import type { CreateGuardianship } from '#people/guardianships/schemas.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import { createCentre, openTestPlatform, type Centre } from '../workflows/support.ts'

const stack = new AsyncDisposableStack()
const NOW = Temporal.Instant.from('2026-11-23T10:30:00Z')
const page = { limit: 100, sort: '-createdAt' } as const
let now = NOW
let database: TestDatabase
let platform: OpenPlatform
let centre: Centre
beforeAll(async () => {
  database = stack.use(await createDatabase())
  const clock = { now: () => new Date(now.epochMilliseconds) }
  platform = stack.use(openTestPlatform(database, clock))
  centre = await createCentre(platform, database)
})
afterAll(() => stack.disposeAsync())

const day = (days: number) => Temporal.PlainDate.from('2026-11-23').add({ days }).toString()
const begin = async (more: object = {}) => {
  const person = { firstName: 'Lena', lastName: 'W', birthDate: '2025-03-20' }
  const child = await createChild(centre.ctx, person)
  const start = { childId: child.id, referralReceivedOn: day(-30), ...more }
  return startProgram(centre.ctx, StartProgram.parse(start))
}
const parentOf = async (childId: string, more: Partial<CreateGuardianship> = {}) => {
  const { id: clientId } = await createClient(centre.ctx, {
    name: 'Mara Weiss',
    email: `mara.${childId.slice(-8)}@example.com`,
  })
  await createGuardianship(centre.ctx, {
    childId,
    clientId,
    relationship: 'mother',
    legal: true,
    billing: false,
    ...more,
  })
  return clientId
}
const providerOf = async (name: string) =>
  (
    await createProvider(
      centre.ctx,
      CreateProvider.parse({ name, email: `${name.toLowerCase()}@example.com` }),
    )
  ).id
/** The messages sent to a person. */
const mailsTo = async (recipientId: string) => {
  const rows = await read(centre.ctx, 'messages:read', async ({ db, tenantId }) =>
    db.message.findMany({ where: { tenantId, recipientId } }),
  )
  return rows.map(({ id, template, language, sealedVariables }) =>
    render({
      template: template as TemplateName,
      language,
      variables: open(platform.cipher, id, sealedVariables!),
      envelope: {
        centre: 'Sunrise',
        from: 'a@example.com',
        to: 'b@example.com',
        sentAt: new Date(),
      },
      publicUrl: 'https://care.test',
    }),
  )
}
const GOOD = { mood: 'GOOD', servicesReceived: true, callWanted: false } as const

describe('a check-in by telephone', () => {
  test('is recorded with its day, and raises concerns as a check-in through a link does', async () => {
    const { id: programId, childId } = await begin()
    const clientId = await parentOf(childId)
    const call = { programId, clientId, ...GOOD }
    expect(await recordFamilyCheckIn(centre.ctx, call)).toMatchObject({
      channel: 'PHONE',
      answeredOn: day(0),
      worrying: false,
    })
    const worried = { ...call, servicesReceived: false, answeredOn: day(-2), comment: 'No visits.' }
    expect(await recordFamilyCheckIn(centre.ctx, worried)).toMatchObject({
      answeredOn: day(-2),
      worrying: true,
      comment: 'No visits.',
    })
    for (const [bad, path, code] of [
      [{ answeredOn: day(1) }, 'answeredOn', 'in_the_future'],
      [{ answeredOn: day(-31) }, 'answeredOn', 'out_of_range'],
      [{ answers: { sleeps: true } }, 'answers', 'not_allowed'],
    ] as const)
      await expect(recordFamilyCheckIn(centre.ctx, { ...call, ...bad })).rejects.toMatchObject({
        issues: [{ path, code }],
      })
    const { mood: _, ...without } = call
    await expect(recordFamilyCheckIn(centre.ctx, without)).rejects.toMatchObject({
      issues: [{ path: 'mood', code: 'required' }],
    })
  })

  test('asks the custom questions of the program', async () => {
    const { id: questionSetId } = await createQuestionSet(
      centre.ctx,
      CreateQuestionSet.parse({
        name: 'Sleep',
        questions: [{ type: 'YES_NO', key: 'sleeps', label: 'Sleeps well?', required: true }],
        worries: [{ question: 'sleeps', op: 'EQUALS', value: false }],
      }),
    )
    const { id: programId, childId } = await begin({ questionSetId })
    const call = { programId, clientId: await parentOf(childId) }
    await expect(recordFamilyCheckIn(centre.ctx, call)).rejects.toMatchObject({
      issues: [{ path: 'answers', code: 'required' }],
    })
    const answers = { sleeps: false }
    expect(await recordFamilyCheckIn(centre.ctx, { ...call, answers })).toMatchObject({
      questionSetId,
      answers,
      worrying: true,
      mood: null,
    })
  })
})

test('foster and surrogate parents are asked in the language of the program, and other clients are not', async () => {
  const { id: programId, childId } = await begin({ checkInLanguage: 'de' })
  const legal = await parentOf(childId)
  const foster = await parentOf(childId, { legal: false, kind: 'FOSTER_PARENT' })
  const surrogate = await parentOf(childId, { legal: false, kind: 'SURROGATE_PARENT' })
  const grandmother = await parentOf(childId, { legal: false, kind: 'OTHER' })
  const { data } = await sendFamilyCheckIn(centre.ctx, { programId })
  expect(data.map((it) => it.clientId).toSorted()).toEqual([legal, foster, surrogate].toSorted())
  const { data: messages } = await listMessages(centre.ctx, { ...page, subjectId: programId })
  expect(messages.map(({ language, template }) => [language, template])).toEqual(
    data.map(() => ['de', 'family_check_in.request']),
  )
  await patchProgram(centre.ctx, { id: programId, patch: { checkInLanguage: 'es' } })
  expect((await sendFamilyCheckIn(centre.ctx, { programId, clientId: legal })).data).toMatchObject([
    { clientId: legal, language: 'es' },
  ])
  expect((await mailsTo(legal)).map(({ subject }) => subject)).toContain('¿Cómo van las cosas?')
  const one = { programId, clientId: foster, language: 'en' } as const
  expect((await sendFamilyCheckIn(centre.ctx, one)).data).toMatchObject([
    { clientId: foster, language: 'en' },
  ])
  for (const verb of [
    () => sendFamilyCheckIn(centre.ctx, { programId, clientId: grandmother }),
    () => recordFamilyCheckIn(centre.ctx, { programId, clientId: grandmother, ...GOOD }),
  ])
    await expect(verb()).rejects.toMatchObject({ issues: [{ path: 'clientId' }] })
  await closeProgram(centre.ctx, { id: programId, closedOn: day(0) })
  await expect(sendFamilyCheckIn(centre.ctx, { programId })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
})

test('an unacknowledged answer is escalated to the coordinator, then to the supervisor', async () => {
  const [coordinator, supervisor] = [await providerOf('Ines'), await providerOf('Rosa')]
  await createSupervision(centre.ctx, { providerId: coordinator, supervisorId: supervisor })
  const { id: programId, childId } = await begin({
    serviceCoordinatorId: coordinator,
    escalateAfterDays: 4,
  })
  const clientId = await parentOf(childId)
  const call = { programId, clientId, ...GOOD, callWanted: true }
  const { id } = await recordFamilyCheckIn(centre.ctx, call)
  const recipients = async () => {
    const { data } = await listMessages(centre.ctx, { ...page, subjectId: id })
    return data.map(({ recipientId }) => recipientId)
  }
  expect(await recipients()).toEqual([coordinator])
  const ref = { kind: 'earlyInterventionCheckIn', subjectId: programId } as const
  const steps = async () => {
    await planSteps(centre.ctx, ref)
    const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: programId })
    return new Map(data[0]!.steps.map((it) => [it.step, it]))
  }
  const suffix = id.slice(id.indexOf('_') + 1)
  const step = `supervisor-${suffix}`
  const dueAt = new Date((await steps()).get(step)!.dueAt)
  expect(dueAt.getTime() - NOW.epochMilliseconds).toBe(4 * 24 * 3_600_000)
  now = NOW.add({ hours: 97 })
  for (const name of [`worry-${suffix}`, step]) {
    const due = new Date((await steps()).get(name)!.dueAt)
    await runStep(centre.ctx, { ...ref, step: name, dueAt: due })
  }
  expect((await recipients()).toSorted()).toEqual([coordinator, coordinator, supervisor].toSorted())
  expect((await steps()).get(step)).toMatchObject({
    status: 'DONE',
    outcome: 'e-mail to the supervisor of the coordinator',
    actionRequired: `nobody has handled the answer ${id} within 4 days`,
  })
  await acknowledgeFamilyCheckIn(centre.ctx, { id })
  const { data } = await listFollowUps(centre.ctx, { ...page, subjectId: programId })
  await planSteps(centre.ctx, ref)
  expect(data).toHaveLength(1)
  now = NOW
})

test('a handover of many programs sends one e-mail that names the programs and contains the note', async () => {
  const [from, to] = [await providerOf('Mia'), await providerOf('Lea')]
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1)
    ids.push((await begin({ serviceCoordinatorId: from })).id)
  await reassignCoordinator(centre.ctx, {
    ...ReassignCoordinator.parse({
      fromProviderId: from,
      toProviderId: to,
      note: 'On leave.',
      notes: [{ programId: ids[0], note: 'Call after five.' }],
    }),
    dryRun: false,
  })
  const sent = await mailsTo(to)
  expect(sent).toHaveLength(1)
  const [{ subject, text }] = sent as [(typeof sent)[number]]
  expect(subject).toBe('Programs were handed over to you')
  for (const expected of ['You now coordinate these 3 programs.', 'Note: On leave.', ...ids])
    expect(text).toContain(expected)
  expect(text).not.toContain('after five')
})

test('programs of a coordinator are handed over to another with notes, and each handover is recorded', async () => {
  const [from, to] = [await providerOf('Jana'), await providerOf('Nora')]
  const [one, two] = [
    await begin({ serviceCoordinatorId: from }),
    await begin({ serviceCoordinatorId: from }),
  ]
  const closed = await begin({ serviceCoordinatorId: from })
  await closeProgram(centre.ctx, { id: closed.id, closedOn: day(0) })
  const hand = (more: object, dryRun = false) =>
    reassignCoordinator(centre.ctx, {
      ...ReassignCoordinator.parse({ fromProviderId: from, toProviderId: to, ...more }),
      dryRun,
    })
  const notes = [{ programId: two.id, note: 'Call after five.' }]
  const shown = await hand({ note: 'On leave.', notes }, true)
  expect(shown).toMatchObject({ dryRun: true, remaining: 0 })
  expect((await getProgram(centre.ctx, one)).serviceCoordinatorId).toBe(from)
  const single = await hand({ programIds: [one.id], note: 'On leave.' })
  expect(single).toMatchObject({ programs: [{ programId: one.id }], remaining: 1 })
  expect(await hand({ note: 'On leave.', notes })).toMatchObject({
    programs: [{ programId: two.id }],
    remaining: 0,
  })
  await reassignCoordinator(centre.ctx, {
    ...ReassignCoordinator.parse({ fromProviderId: to, toProviderId: from }),
    dryRun: true,
  })
  const told = await listMessages(centre.ctx, { ...page, recipientId: to })
  expect(told.data.map(({ template, subjectId }) => [template, subjectId])).toEqual([
    ['program.handed_over', to],
    ['program.handed_over', to],
  ])
  expect((await listMessages(centre.ctx, { ...page, recipientId: from })).data).toEqual([])
  const { data } = await listPrograms(centre.ctx, { ...page, serviceCoordinatorId: to })
  expect(data.map(({ id, handOvers }) => [id, handOvers[0]?.note])).toEqual([
    [two.id, 'Call after five.'],
    [one.id, 'On leave.'],
  ])
  const audit = await listAuditEntries(centre.ctx, {
    limit: 100,
    sort: '-occurredAt',
    subjectId: two.id,
  })
  const changes = audit.data.map((it) => it.changes)
  expect(changes).toContainEqual(
    expect.objectContaining({ serviceCoordinatorId: { from, to } }) as unknown,
  )
  expect(JSON.stringify(changes)).not.toContain('after five')
  await expect(hand({ programIds: [closed.id] })).rejects.toMatchObject({
    issues: [{ path: 'programIds.0', code: 'invalid_reference' }],
  })
  await expect(hand({ toProviderId: from })).rejects.toMatchObject({
    issues: [{ path: 'toProviderId', code: 'same_record' }],
  })
  await patchProgram(centre.ctx, { id: one.id, patch: { serviceCoordinatorId: from } })
  expect((await getProgram(centre.ctx, one)).handOvers).toHaveLength(1)
})
