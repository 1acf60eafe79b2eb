import { afterAll, beforeAll, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { IfspServicesInput } from '#early-intervention/programs/ifsp-services.ts'
import { patchProgram } from '#early-intervention/programs/patch-program.ts'
import { recordEarlyInterventionMilestone } from '#early-intervention/programs/record-early-intervention-milestone.ts'
import { StartProgram, type RecordMilestone } from '#early-intervention/programs/schemas.ts'
import { getProgram } from '#early-intervention/programs/queries.ts'
import { startProgram } from '#early-intervention/programs/start-program.ts'
import { createChild } from '#people/children/create-child.ts'
import { createClient } from '#people/clients/create-client.ts'
import { grantConsent } from '#people/consents/grant-consent.ts'
import { revokeConsent } from '#people/consents/revoke-consent.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import type { ConsentKind } from '#organization/services/consent-kind.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { createDatabase, type TestDatabase } from '../support/servers.ts'
import { createCentre, openTestPlatform, type Centre } from '../workflows/support.ts'

const stack = new AsyncDisposableStack()
const TODAY = '2026-11-23'
let database: TestDatabase
let platform: OpenPlatform
let centre: Centre
beforeAll(async () => {
  database = stack.use(await createDatabase())
  platform = stack.use(openTestPlatform(database, { now: () => new Date(`${TODAY}T10:30:00Z`) }))
  centre = await createCentre(platform, database)
})
afterAll(() => stack.disposeAsync())

const day = (days: number) => Temporal.PlainDate.from(TODAY).add({ days }).toString()
const begin = async (more: object = { consentsRequired: true }, birthDate = '2025-03-20') => {
  const child = await createChild(centre.ctx, { firstName: 'Lena', lastName: 'W', birthDate })
  const { id: clientId } = await createClient(centre.ctx, { name: 'Mara Weiss' })
  await createGuardianship(centre.ctx, {
    childId: child.id,
    clientId,
    relationship: 'mother',
    legal: true,
    billing: false,
  })
  const start = { childId: child.id, referralReceivedOn: day(-40), ...more }
  const { id } = await startProgram(centre.ctx, StartProgram.parse(start))
  const grant = (kind: ConsentKind, days: number, untilDays?: number) =>
    grantConsent(centre.ctx, {
      childId: child.id,
      grantedById: clientId,
      kind,
      grantedAt: new Date(`${day(days)}T09:00:00Z`),
      evidence: 'Signed form',
      ...(untilDays !== undefined && { expiresAt: new Date(`${day(untilDays)}T09:00:00Z`) }),
    })
  const record = (milestone: Omit<RecordMilestone, 'occurredOn'>, days: number) =>
    recordEarlyInterventionMilestone(centre.ctx, {
      id,
      milestone: { ...milestone, occurredOn: day(days) },
    })
  return { id, grant, record }
}
const missing = (kind: ConsentKind) => ({ code: 'consent_missing', extra: { missing: [kind] } })

test('an evaluation needs consent from the same day or before, which is not revoked', async () => {
  const { grant, record } = await begin()
  const kinds = ['SCREENING', 'EVALUATION', 'CHILD_ASSESSMENT', 'FAMILY_ASSESSMENT'] as const
  const needed = missing('EVALUATION_AND_ASSESSMENT')
  for (const kind of kinds) await expect(record({ kind }, -20)).rejects.toMatchObject(needed)
  const consent = await grant('EVALUATION_AND_ASSESSMENT', -15)
  await expect(record({ kind: 'EVALUATION' }, -16)).rejects.toMatchObject(needed)
  for (const kind of kinds) expect((await record({ kind }, -15)).milestones).toBeDefined()
  await record({ kind: 'FAMILY_ASSESSMENT', declinedByFamily: true }, -30)
  await revokeConsent(centre.ctx, { id: consent.id, reason: 'By letter.' })
  await expect(record({ kind: 'EVALUATION' }, 0)).rejects.toMatchObject(needed)
  expect((await record({ kind: 'EVALUATION' }, -10)).milestones).toContainEqual({
    kind: 'EVALUATION',
    occurredOn: day(-10),
  })
  // Anything without a consent requirement continues.
  await record({ kind: 'ELIGIBILITY' }, -5)
  await record({ kind: 'IFSP' }, -4)
})

test('a service needs consent to services, and billing an insurance needs consent to its use', async () => {
  const { id, grant, record } = await begin()
  const services = (more: object) =>
    IfspServicesInput.parse([
      {
        key: 'speech',
        type: 'SPEECH_LANGUAGE',
        frequency: 'Weekly',
        intensity: 'INDIVIDUAL',
        method: 'Coaching',
        setting: 'HOME',
        consentedOn: day(-10),
        ...more,
      },
    ])
  const patch = (more: object) =>
    patchProgram(centre.ctx, { id, patch: { ifspServices: services(more) } })
  const needed = missing('EARLY_INTERVENTION_SERVICES')
  await patch({})
  await expect(patch({ startedOn: day(-5) })).rejects.toMatchObject(needed)
  await expect(record({ kind: 'SERVICES_STARTED' }, -5)).rejects.toMatchObject(needed)
  await grant('EARLY_INTERVENTION_SERVICES', -10, -3)
  await patch({ startedOn: day(-5) })
  await expect(patch({ startedOn: day(-2) })).rejects.toMatchObject(needed)
  const insured = { startedOn: day(-5), payerKind: 'PUBLIC_INSURANCE' }
  await expect(patch(insured)).rejects.toMatchObject(missing('INSURANCE_USE'))
  await grant('INSURANCE_USE', -1)
  expect((await patch(insured)).ifspServices).toMatchObject([{ payerKind: 'PUBLIC_INSURANCE' }])
  expect((await patch({ ...insured, payerKind: 'PART_C' })).ifspServices).toHaveLength(1)
})

test('the notice needs no consent, but records sent with it do, in any program', async () => {
  const { grant, record } = await begin({}, '2024-03-20')
  const shared = { kind: 'LEA_NOTIFICATION', recordsShared: true } as const
  await record({ kind: 'LEA_NOTIFICATION' }, -3)
  await expect(record(shared, -2)).rejects.toMatchObject(missing('INFORMATION_EXCHANGE'))
  await grant('INFORMATION_EXCHANGE', -2)
  expect((await record(shared, -2)).milestones).toMatchObject([{ recordsShared: true }])
  await expect(record({ kind: 'IFSP', recordsShared: true }, -1)).rejects.toMatchObject({
    issues: [{ path: 'recordsShared', code: 'not_allowed' }],
  })
})

test('an existing program continues without consents until they are required for it', async () => {
  const { id, record } = await begin({})
  await record({ kind: 'EVALUATION' }, -20)
  const { milestones } = await patchProgram(centre.ctx, { id, patch: { consentsRequired: true } })
  expect(milestones).toHaveLength(1)
  await expect(record({ kind: 'CHILD_ASSESSMENT' }, -19)).rejects.toMatchObject(
    missing('EVALUATION_AND_ASSESSMENT'),
  )
})

test('a child referred fewer than 45 days before the third birthday is referred to SEA and LEA with consent', async () => {
  const late = { consentsRequired: false, referralReceivedOn: day(-3) }
  const { id, grant, record } = await begin(late, '2023-12-20')
  const owed = async () =>
    (await getProgram(centre.ctx, { id })).deadlines
      .filter((it) => it.status !== 'NOT_OWED')
      .toSorted((a, b) => b.clock.localeCompare(a.clock))
  expect(await owed()).toMatchObject([
    { clock: 'lea-notification', status: 'AT_RISK', startsOn: day(-3), dueOn: day(7) },
    { clock: 'exit', dueOn: '2026-12-19' },
  ])
  const referred = { kind: 'LEA_NOTIFICATION' } as const
  await expect(record(referred, 0)).rejects.toMatchObject(missing('INFORMATION_EXCHANGE'))
  await grant('INFORMATION_EXCHANGE', -1)
  await expect(record(referred, -2)).rejects.toMatchObject(missing('INFORMATION_EXCHANGE'))
  expect((await record(referred, 0)).milestones).toMatchObject([referred])
  expect(await owed()).toMatchObject([
    { clock: 'lea-notification', status: 'MET' },
    { clock: 'exit' },
  ])

  const without = await begin(late, '2023-12-20')
  const declined = await without.record({ ...referred, declinedByFamily: true }, 0)
  expect(declined.deadlines.find(({ clock }) => clock === 'lea-notification')).toMatchObject({
    notOwedReason: 'DECLINED_BY_FAMILY',
  })
})

test('a 90-day notice needs no consent, and names what it is waiting for until eligibility is decided', async () => {
  const { id, record } = await begin({ referralReceivedOn: '2026-11-20' }, '2024-03-06')
  const transition = async () =>
    (await getProgram(centre.ctx, { id })).deadlines.filter((it) =>
      /^(lea|transition)/.test(it.clock),
    )
  const pending = { dueOn: '2026-12-06', status: 'NOT_OWED', notOwedReason: 'ELIGIBILITY_PENDING' }
  expect(await transition()).toMatchObject([pending, pending, pending])
  await record({ kind: 'ELIGIBILITY' }, 0)
  const owed = { dueOn: '2026-12-06', status: 'AT_RISK', notOwedReason: null }
  expect(await transition()).toMatchObject([owed, owed, owed])
  await record({ kind: 'LEA_NOTIFICATION' }, 0)
})
