import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { pendingMessages, type PendingMessage } from '#platform/outbox/pending-messages.ts'
import { WORKFLOWS, type WorkflowName } from '#registry/workflows.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { openTestPlatform } from '../workflows/support.ts'
import { getLicenseToCheck } from '#organization/provider-licenses/get-license-to-check.ts'
import { settleLicenseCheck } from '#organization/provider-licenses/settle-license-check.ts'
import { fillEveryTable } from './every-table.ts'
import { createWorld, type World } from './world.ts'

/** Workflows about work on many records, a time, or a receiver. */
const OF_NO_CHILD = [
  'agentReplay',
  'agentRun',
  'agentRuns',
  'agentTriggers',
  'worklistNotices',
  'appointmentImport',
  'creditPayout',
  'knowledgeIngestion',
  'evaluationRun',
  'licenseCheck',
  'licenseReview',
  // Here, because families of this centre have neither texts nor quiet hours.
  'messageDelivery',
  'clockMoving',
  'holdExpiry',
  'leadQualification',
  'providerOnboarding',
  'settlementPayout',
  'waitlistOffer',
  'webhookRecovery',
] satisfies WorkflowName[]

/** About a child or a group; to a family or to a person of the centre. */
const OF_SOME_CHILD = ['seriesBooking', 'messageDeliveries'] satisfies WorkflowName[]

const childrenOf = (kind: WorkflowName) => {
  if ((OF_SOME_CHILD as string[]).includes(kind)) return [false, true]
  return (OF_NO_CHILD as string[]).includes(kind) ? [false] : [true]
}

/** The relay wakes it without a message. */
const KINDS = (Object.keys(WORKFLOWS) as WorkflowName[]).filter((it) => it !== 'webhookCourier')

let api: TestApi
let platform: OpenPlatform
let world: World
let messages: PendingMessage[]
let childOf: Map<string, string>

beforeAll(async () => {
  api = await startApi()
  platform = openTestPlatform(api.database)
  world = createWorld(api, await api.createTenant())
  await world.liftingRestriction()
  await world.make('/v1/consents', {
    ...(await world.newConsent()),
    expiresAt: '2027-06-30T00:00:00Z',
  })
  const { id } = await world.appointmentThat('check-in')
  await world.make(`/v1/appointments/${id}/complete`)
  await world.byOwner(`/v1/erasures/${(await world.erasure()).id}/approve`)
  await refuteLicense()
  await world.byOwner(`/v1/marketplace/settlements/${(await world.settlement()).id}/approve`)
  await startShortRun()
  await fillEveryTable(world)
  messages = await pendingMessages(platform, {
    limit: 10_000,
    now: new Date('2100-01-01'),
    turns: new Map(),
    held: [],
    blocked: [],
  })
  childOf = await childrenByRecord()
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

/** The person of a record according to the list used by erasures and exports, and of a message by its subject. */
const childrenByRecord = async () => {
  const { tenantId } = world.client
  const found = new Map<string, string>()
  const children = await api.query<{ id: string }>(
    'SELECT id FROM children WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  )
  const ctx = systemContext(platform, { tenantId, action: 'test' })
  for (const { id } of children) {
    const ids = await read(ctx, 'children:read', (reader) => recordIdsOf(reader, [id]))
    for (const record of ids) found.set(record, id)
  }
  const sent = await api.query<{ id: string; subjectId: string }>(
    'SELECT id, subject_id AS "subjectId" FROM messages WHERE tenant_id = $1',
    [tenantId],
  )
  for (const { id, subjectId } of sent)
    // A step of a run can concern several children, so the e-mail about its decision belongs to none.
    if (found.has(subjectId) && !subjectId.startsWith('ars_')) found.set(id, found.get(subjectId)!)
  return found
}

/** A run that only computes. */
const startShortRun = async () => {
  const nodes = [{ id: 'early', type: 'CONDITION', when: 'now.getHours() < 8' }]
  const definition = { trigger: { type: 'MANUAL' }, start: 'early', nodes }
  const { id } = await world.make('/v1/agents', { name: 'Short', definition })
  await world.make(`/v1/agents/${id}/publish`)
  await world.make(`/v1/agents/${id}/runs`, { input: {} })
}

/** A person looks at subjects unknown to the registry. */
const refuteLicense = async () => {
  const { id } = await world.checkableLicense()
  await world.make(`/v1/provider-licenses/${id}/check`)
  const ctx = systemContext(platform, { tenantId: world.client.tenantId, action: 'test' })
  const check = await getLicenseToCheck(ctx, { id })
  await settleLicenseCheck(ctx, check!, { source: 'sandbox', found: null })
}

describe('the child of a workflow', () => {
  test('is the child of its subject', () => {
    expect(messages.length).toBeGreaterThan(20)
    const wrong = messages.filter(
      ({ subjectId, childId }) => childId !== (childOf.get(subjectId) ?? null),
    )
    expect(wrong.map(({ workflow, subjectId, childId }) => [workflow, subjectId, childId])).toEqual(
      [],
    )
  })

  test.each(KINDS)('%s says whether it has one', (kind) => {
    const about = messages.filter(({ workflow }) => workflow === kind)
    const known = new Set(about.map(({ childId }) => childId !== null))
    expect(known).toEqual(new Set(childrenOf(kind)))
  })

  test('can be looked up by the relay alone, across centres', async () => {
    const [may] = await api.query(
      `SELECT ${['app', 'caseload', 'locations', 'system']
        .map(
          (role) =>
            `has_function_privilege('therapy_${role}', 'therapy.child_of_subject(text, text)', 'EXECUTE') AS ${role}`,
        )
        .join(', ')}`,
    )
    expect(may).toEqual({ app: false, caseload: false, locations: false, system: true })
  })
})
