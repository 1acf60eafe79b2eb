import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import { CreateOnboardingPlan } from '#marketplace/onboarding-plans/schemas.ts'
import { acceptOnboardingItem } from '#marketplace/provider-onboardings/accept-onboarding-item.ts'
import { approveProviderOnboarding } from '#marketplace/provider-onboardings/approve-provider-onboarding.ts'
import { changeOnboarding } from '#marketplace/provider-onboardings/change-onboarding.ts'
import { nameReferees } from '#marketplace/provider-onboardings/name-referees.ts'
import { itemOf } from '#marketplace/provider-onboardings/onboarding-row.ts'
import { rejectProviderOnboarding } from '#marketplace/provider-onboardings/reject-provider-onboarding.ts'
import { returnOnboardingItem } from '#marketplace/provider-onboardings/return-onboarding-item.ts'
import { StartProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { waiveOnboardingItem } from '#marketplace/provider-onboardings/waive-onboarding-item.ts'
import type { Drill } from './drill.ts'
import { AT_ONCE, fire, forEach, killAtEachStep, type Round } from './kill-at-each-step.ts'

export const killInOnboardings: Drill = {
  name: 'kill-in-onboardings',
  what: 'kill -9 of all workers at each step of onboardings: invited, reminded, referees asked, returned, to be approved, decided, deleted',
  run: (run) =>
    killAtEachStep<Found>(run, {
      records: 'onboardings',
      steps: STEPS,
      fewer: { deletion: AT_ONCE / 2 },
      found: FOUND,
      isWhole,
    }),
}

/** Makes each step due, by step, in run order. */
const STEPS: Record<string, (round: Round) => Promise<void>> = {
  invitation: async ({ centre: { ctx }, ids }) => {
    const requirements = [
      { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma' },
      { key: 'references', kind: 'REFERENCE', title: 'A reference', references: 1 },
      { key: 'interview', kind: 'INTERVIEW', title: 'Interview' },
    ]
    const plan = CreateOnboardingPlan.parse({ name: 'Drill', requirements })
    const { id: planId } = await createOnboardingPlan(ctx, plan)
    await publishOnboardingPlan(ctx, { id: planId })
    for (let index = 0; index < AT_ONCE; index += 1) {
      const applicant = { name: `Applicant ${index}`, email: `${planId}.${index}@example.org` }
      const given = StartProviderOnboarding.parse({ planId, applicant })
      ids.push((await startProviderOnboarding(ctx, given)).id)
    }
  },
  'reminder-7d': forEach((round, id) => fire(round, id, 'reminder-7d')),
  ask: forEach(({ centre: { ctx } }, id) =>
    changeOnboarding(ctx, {
      id,
      work: async (tx, before) => {
        const referee = { name: 'Jana Kern', email: 'jana@example.org' }
        await nameReferees(tx, itemOf(before, 'references'), [referee])
        return undefined
      },
    }),
  ),
  returned: forEach(async ({ centre: { ctx } }, id) => {
    await waiveOnboardingItem(ctx, { id, key: 'diploma', reason: 'Known.' })
    await returnOnboardingItem(ctx, { id, key: 'diploma', reason: 'Needed after all.' })
  }),
  approval: forEach(async ({ centre: { ctx } }, id) => {
    for (const key of ['diploma', 'references'])
      await waiveOnboardingItem(ctx, { id, key, reason: 'Known.' })
    await acceptOnboardingItem(ctx, { id, key: 'interview' })
  }),
  decision: forEach(({ centre: { ctx } }, id, index) =>
    index % 2 === 0
      ? approveProviderOnboarding(ctx, { id })
      : rejectProviderOnboarding(ctx, { id, reason: 'Another was faster.' }),
  ),
  deletion: forEach(async (round, id, index) => {
    if (index % 2 === 1) await fire(round, id, 'deletion')
  }),
}

interface Found {
  status: string
  requests: number
  asked: number
  decisions: number
  references: number
  events: string[]
}

const isWhole = ({ status, requests, asked, decisions, references, events }: Found) =>
  requests === 3 &&
  asked === 1 &&
  decisions === 1 &&
  references === (status === 'APPROVED' ? 1 : 0) &&
  events.join() ===
    (status === 'APPROVED' ? 'provider.approved,' : 'provider_onboarding.rejected,') +
      'provider_onboarding.started'

const FOUND = `
  SELECT o.status,
    (SELECT count(*)::int FROM messages m WHERE m.tenant_id = $1 AND m.subject_id = o.id
      AND m.template = 'provider_onboarding.request') AS requests,
    (SELECT count(*)::int FROM messages m WHERE m.tenant_id = $1 AND m.follow_up_id = f.id
      AND m.template = 'provider_onboarding.reference') AS asked,
    (SELECT count(*)::int FROM messages m WHERE m.tenant_id = $1 AND m.subject_id = o.id
      AND m.template = 'provider_onboarding.decided') AS decisions,
    (SELECT count(*)::int FROM onboarding_references r WHERE r.tenant_id = $1 AND r.onboarding_id = o.id) AS references,
    ARRAY(SELECT e.type FROM outbox e WHERE e.tenant_id = $1 AND e.kind = 'event' AND e.subject_id IN (o.id, o.provider_id)
      AND e.type IN ('provider_onboarding.started', 'provider_onboarding.rejected', 'provider.approved') ORDER BY e.type) AS events
  FROM provider_onboardings o JOIN follow_ups f ON f.tenant_id = o.tenant_id AND f.subject_id = o.id
  WHERE o.tenant_id = $1 AND o.id = ANY ($2)`
