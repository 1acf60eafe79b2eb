import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorklistEntry } from '#messaging/worklist/schemas.ts'
import { fireTriggers } from '#agents/triggers/fire-triggers.ts'
import { entryWords } from '#messaging/locales/entry-words.ts'
import { WORKLIST_KINDS, type WorklistKind } from '#messaging/worklist/worklist-kinds.ts'
import type { Scope } from '#platform/core/access/permissions.ts'
import { settleCreditPayout } from '#payments/credit-payouts/settle-credit-payout.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { registry } from '#registry/index.ts'
import { createWorld, type Made, type World } from '../../contract/world.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

type Entry = Record<string, unknown> &
  Pick<WorklistEntry, 'followUpKind' | 'waitingStartedAt'> & {
    id: string
    kind: string
    title: string
    consequence: string
    actions: { operation: string; method: 'POST' | 'PATCH'; path: string }[]
  }
type Caller = Pick<ApiClient, 'get' | 'post' | 'patch'>

const entriesOf = async (caller: Caller, kind: string, more = '') =>
  (await caller.get<{ data: Entry[] }>(`/v1/worklist?kind=${kind}${more}`)).body.data

/** How a record of each kind comes to wait, through the verbs of the API or of its workflow. */
const WAYS: Record<WorklistKind, (world: World, caller: Caller) => Promise<unknown>> = {
  TASK: (world) => world.task(),
  FOLLOW_UP_STEP: (world) => world.followUpWithAttention(),
  AGENT_FILTER_TO_CHECK: async (world) => {
    // It has no value, but publishing cannot know that.
    await world.eventAgent({ filter: 'dyn(event.data).nothing == 1' })
    await world.child()
    await fireTriggers(systemOf(world))
  },
  AGENT_SCHEDULE_OVERDUE: async (world) => {
    const { id } = await world.scheduledAgent()
    return api.query(`UPDATE agents SET next_run_at = $2 WHERE id = $1`, [
      id,
      new Date(api.clock.now().getTime() - 5 * 60_000),
    ])
  },
  AGENT_STEP_TO_APPROVE: async (world) => {
    await world.waitingStep()
    // Somebody closes the task without a decision.
    const task = await world.first('/v1/tasks?status=OPEN')
    return world.make(`/v1/tasks/${task.id}/cancel`)
  },
  APPOINTMENT_IMPORT_TO_RUN: (world) => world.appointmentImport(),
  APPOINTMENT_TO_CONFIRM: (world) => world.pendingAppointment(),
  ASSESSMENT_TO_COMPLETE: async (world) => {
    const { id } = await world.assessment()
    return api.query(`UPDATE assessments SET status = 'DUE' WHERE id = $1`, [id])
  },
  BREAK_GLASS_TO_REVIEW: async (world) => {
    const { id } = await world.breakGlassGrant()
    return world.make(`/v1/break-glass-grants/${id}/end`)
  },
  CREDIT_PAYOUT_FAILED: async (world) => {
    const { id } = await world.creditPayout()
    return settleCreditPayout(systemOf(world), { id, result: REFUSED })
  },
  DUNNING_ON_HOLD: (world) => world.heldDunning(),
  ERASURE_TO_APPROVE: (world) => world.erasure(),
  GOAL_REVIEW_TO_ANSWER: (world) => world.goalReview(),
  IFSP_TO_SIGN: (world) => world.presentedIfsp(),
  INVOICE_TO_ISSUE: (world) => world.invoice(),
  KNOWLEDGE_DOCUMENT_FAILED: async (world) => {
    const { id } = await world.knowledgeDocument()
    return api.query(
      `UPDATE knowledge_documents SET status = 'FAILED', failure_code = 'unreadable' WHERE id = $1`,
      [id],
    )
  },
  LICENSE_EXPIRING: async (world) => {
    const { id } = await world.license()
    return changed(world, `/v1/provider-licenses/${id}`, { expiresOn: '2026-12-10' })
  },
  LICENSE_TO_VERIFY: (world) => world.license(),
  MESSAGE_UNREACHED: (world) => world.undeliveredMessage(),
  NOTE_RETURNED: async (world) => {
    const { id } = await world.noteToCosign()
    await world.make(`/v1/session-notes/${id}/return`, { reason: 'Say what comes next.' })
    return world.make(`/v1/session-notes/${id}/take-over`)
  },
  NOTE_TO_COSIGN: (world) => world.noteToCosign(),
  NOTE_TO_SIGN: (world) => world.note(),
  ONBOARDING_ITEM_TO_CHECK: async (world) => {
    const { referenceId } = await world.namedReferee()
    const path = await world.referenceLink(referenceId)
    const answer = { relationship: 'Colleague', recommends: 'yes', comment: 'Kind.' }
    const { status, text } = await api.anonymous().post(path, answer)
    if (status !== 200) throw new Error(text)
    return undefined
  },
  ONBOARDING_TO_APPROVE: (world) => world.onboardingToApprove(),
  ONBOARDING_WAITS_FOR_CENTRE: (world) => world.onboarding(),
  PAYOUT_ACCOUNT_TO_VERIFY: (world) => world.payoutAccount(),
  REFUND_FAILED: async (world) => {
    const { id } = await world.refund()
    return settleRefund(systemOf(world), { id, result: REFUSED })
  },
  PLATFORM_PAYOUT_TO_APPROVE: (world) => world.platformPayout(),
  SETTLEMENT_TO_APPROVE: (world) => world.settlement(),
  TIME_OFF_TO_DECIDE: (world) => world.timeOff({ approved: false }),
  TIME_OFF_WITH_APPOINTMENTS: async (world) => {
    const booking = await world.booking()
    const { providerId, startsAt } = booking
    await world.make('/v1/appointments', booking)
    const day = String(startsAt).slice(0, 10)
    const times = { startsAt: `${day}T00:00:00+01:00`, endsAt: `${day}T23:00:00+01:00` }
    return world.make('/v1/time-off', { providerId, ...times, approved: true })
  },
  WEBHOOK_ENDPOINT_DISABLED: async (world) => {
    const { id } = await world.endpoint()
    return api.query(`UPDATE webhook_endpoints SET status = 'DISABLED' WHERE id = $1`, [id])
  },
  WEBHOOK_RECOVERY_FAILED: async (world) => {
    const { id } = await world.recovery()
    return api.query(
      `UPDATE webhook_recoveries SET status = 'FAILED', finished_at = now() WHERE id = $1`,
      [id],
    )
  },
}

const REFUSED = { outcome: 'FAILED', failureCode: 'declined' } as const

const systemOf = ({ client: { tenantId } }: World) =>
  systemContext(api.services.platform, { tenantId, action: 'settle' })

const changed = async (world: World, path: string, body: object): Promise<Made> => {
  const answer = await world.client.patch<Made>(path, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}

/** The bodies of actions that need one, and the one that ends the entry, if it is not the first. */
const ENDED_BY: Partial<Record<WorklistKind, { operation?: string; body: object }>> = {
  FOLLOW_UP_STEP: { operation: 'acknowledgeFollowUpStep', body: { note: 'Told on the phone.' } },
  IFSP_TO_SIGN: { operation: 'withdrawIfsp', body: {} },
  ASSESSMENT_TO_COMPLETE: { operation: 'waiveAssessment', body: { reason: 'The child is ill.' } },
  BREAK_GLASS_TO_REVIEW: { body: { justified: true } },
  CREDIT_PAYOUT_FAILED: {
    body: { amount: 100, method: 'CASH', destination: 'Counter', reason: 'Asked for.' },
  },
  GOAL_REVIEW_TO_ANSWER: { body: { response: 'CHANGE_APPROACH' } },
  LICENSE_EXPIRING: { body: { expiresOn: '2028-12-10' } },
  LICENSE_TO_VERIFY: { body: { method: 'DOCUMENT', note: 'Seen the original.' } },
  ONBOARDING_WAITS_FOR_CENTRE: { body: { reason: 'They moved away.' } },
  REFUND_FAILED: { body: { reason: 'The therapist was ill.' } },
  WEBHOOK_RECOVERY_FAILED: { body: { startsAt: '2026-11-20T00:00:00Z' } },
}

/** Kinds whose named author or supervisor is the API key of the world. */
const BY_KEY = new Set<string>(['NOTE_RETURNED', 'NOTE_TO_SIGN', 'NOTE_TO_COSIGN'])

describe.each(WORKLIST_KINDS)('%s', (kind) => {
  test('is listed with its actions until one of them is done, and for nobody else', async () => {
    const client = await api.createTenant()
    const world = createWorld(api, client)
    const owner = await joinAs(api, client, { roles: ['OWNER'] })
    const caller: Caller = BY_KEY.has(kind) ? client : owner
    const beganAt = api.clock.now()
    await WAYS[kind](world, caller)
    const [entry] = await entriesOf(caller, kind)
    expect(entry).toMatchObject({ kind, claimedBy: null, snoozeEndsAt: null })
    // People are told of what began to wait since the last pass.
    expect(new Date(entry!.waitingStartedAt).getTime()).toBeGreaterThanOrEqual(beganAt.getTime())
    const { reads } = registry.worklist[kind]
    const followUpKind = kind === 'FOLLOW_UP_STEP' ? entry!.followUpKind : null
    const { title, consequence } = entryWords({ kind, followUpKind }, 'en')
    expect(entry).toMatchObject({ followUpKind, consequence })
    if (!['TASK', 'FOLLOW_UP_STEP'].includes(kind)) expect(entry).toMatchObject({ title })

    const { body } = await caller.get<{ kinds: object[] }>(`/v1/worklist/counts?kind=${kind}`)
    const [counted] = body.kinds as { kind: string; count: number }[]
    expect(counted).toMatchObject({ kind })
    expect(counted!.count).toBeGreaterThanOrEqual(1)

    const elsewhere = await joinAs(api, await api.createTenant(), { roles: ['OWNER'] })
    expect(await entriesOf(elsewhere, kind)).toEqual([])
    const { id: providerId } = await world.provider()
    const bound = await api.createClient(client.tenantId, { providerId })
    const ofChild = typeof entry!['childId'] === 'string'
    if (ofChild) expect(await entriesOf(bound, kind)).toEqual([])
    if (reads !== 'tasks:read') {
      const key = await api.createClient(client.tenantId, { scopes: [SCOPE_WITHOUT[kind] ?? 'ai'] })
      const seen = await entriesOf(key, kind)
      expect(seen).toEqual([])
    }

    const { operation, body: json } = ENDED_BY[kind] ?? {}
    const action = entry!.actions.find((it) => !operation || it.operation === operation)
    expect(entry!.actions.length, 'actions').toBeGreaterThan(0)
    const done =
      action!.method === 'PATCH'
        ? await caller.patch(action!.path, json ?? {})
        : await caller.post(action!.path, json)
    expect([action!.operation, done.status, done.status >= 300 && done.text]).toEqual([
      action!.operation,
      expect.toBeOneOf([200, 201, 202]),
      false,
    ])
    expect((await entriesOf(caller, kind)).map(({ id }) => id)).not.toContain(entry!.id)
  })
})

/** A scope that includes tasks, but not the record of the kind; `ai` by default. */
const SCOPE_WITHOUT: Partial<Record<WorklistKind, Scope>> = {
  AGENT_FILTER_TO_CHECK: 'bookings',
  AGENT_SCHEDULE_OVERDUE: 'bookings',
  AGENT_STEP_TO_APPROVE: 'bookings',
  FOLLOW_UP_STEP: 'children',
  KNOWLEDGE_DOCUMENT_FAILED: 'bookings',
}
