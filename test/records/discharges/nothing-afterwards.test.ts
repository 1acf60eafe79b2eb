import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOLLOW_UP_NAMES, type FollowUpName } from '#messaging/follow-ups/names.ts'
import { plannedSteps } from '#messaging/follow-ups/planned-steps.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { carryOutDischarge } from '#records/discharges/carry-out-discharge.ts'
import type { DischargeOutcome } from '#records/discharges/schemas.ts'
import { NOTICE_STEPS } from '#scheduling/appointments/notice-steps.ts'
import { createWorld, type Made, type World } from '../../contract/world.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

/** After a discharge, no follow-up of the child plans anything, apart from what tells that it has ended. */

let api: TestApi
let client: ApiClient
let world: World
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
  world = createWorld(api, client)
})
afterAll(() => api[Symbol.asyncDispose]())

interface Followed {
  childId: unknown
  subjectId: string
}

const itself = async (made: Promise<Made>): Promise<Followed> => {
  const { id, childId } = await made
  return { childId, subjectId: id }
}

const ofGoal = async (): Promise<Followed> => {
  const { id, goalId } = await world.goalReview()
  const goal = await client.get<{ childId: string }>(`/v1/goals/${String(goalId)}`)
  return { childId: goal.body.childId, subjectId: id }
}

const CENTRE = 'it is not about a child'

/** How a follow-up of each kind comes about, or why a discharge does not end it. */
const KINDS: Record<FollowUpName, (() => Promise<Followed>) | string> = {
  appointmentLifecycle: () => itself(world.appointment()),
  assessmentReminder: () => itself(world.assessment()),
  childProgressFollowUp: ofGoal,
  consentExpiry: async () => {
    const body = { ...(await world.newConsent()), expiresAt: '2027-06-01T00:00:00Z' }
    return itself(world.make('/v1/consents', body))
  },
  earlyInterventionCheckIn: () => itself(world.program()),
  formChase: () => itself(world.formResponse()),
  treatmentCycle: () => itself(world.treatmentCycle()),
  appointmentCancellation: 'it returns money',
  appointmentFollowUp: 'a note is still owed; the offer to book again is skipped when it is due',
  disputeResponse: 'the bank waits for an answer',
  invoiceDunning: 'what was delivered is still owed',
  packageExpiry: 'the family keeps its sessions',
  sessionFollowUp: 'a note is still owed',
  waitlistOffer: 'it follows a free slot, which others can take; the child’s entries have ended',
  breakGlassReview: CENTRE,
  erasureApproval: CENTRE,
  leadQualification: CENTRE,
  licenseReview: CENTRE,
  providerOnboarding: CENTRE,
  restrictionLifting: CENTRE,
}

const context = () =>
  systemContext(api.services.platform, { tenantId: client.tenantId, action: 'carryOutDischarge' })

/** What the workflow of a follow-up would plan now, without the notices that something has ended. */
const plansOf = (kind: FollowUpName, { subjectId, childId }: Followed): Promise<string[]> =>
  transact(context(), 'children:read', async (tx) => {
    tx.nothingChanged({ type: 'child', id: String(childId) })
    const steps = await plannedSteps(tx, { kind, subjectId })
    return steps.map(({ step }) => step).filter((step) => !NOTICE_STEPS.has(step))
  })

test.each(FOLLOW_UP_NAMES.filter((name) => typeof KINDS[name] === 'function'))(
  '%s ends with the discharge',
  async (kind) => {
    const make = KINDS[kind] as () => Promise<Followed>
    const followed = await make()
    expect(await plansOf(kind, followed)).not.toEqual([])
    const path = `/v1/children/${String(followed.childId)}/discharge`
    const { body } = await client.post<DischargeOutcome>(path, { reason: 'MOVED_AWAY' })
    const round = { id: body.id! }
    while ((await carryOutDischarge(context(), round)).left);
    expect(await plansOf(kind, followed)).toEqual([])
  },
)
