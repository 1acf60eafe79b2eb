import { setTimeout as sleep } from 'node:timers/promises'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
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
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Onboardings that are at the same step at once. */
const APPLICANTS = 12
/** The kill comes within so many milliseconds after the first of them has done the step. */
const LATEST_KILL_MS = 300
const POLL_MS = 20
const LONGEST_MS = 120_000

export const killInOnboardings: Drill = {
  name: 'kill-in-onboardings',
  what: 'kill -9 of all workers at each step of onboardings: invited, reminded, referees asked, returned, to be approved, decided, deleted',
  run: async (run) => {
    const { site, random, quick, count, holds, say } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { ctx, tenantId } = centre
    // Nobody is asked at night, and drills run at any hour.
    await patchMessageSettings(ctx, { version: undefined, patch: { quietHours: null } })
    const rounds = quick ? 1 : 2
    let between = 0
    for (let round = 0; round < rounds; round += 1) {
      const ids: string[] = []
      for (const [step, begin] of Object.entries(STEPS)) {
        say(`round ${round + 1} of ${rounds}: ${step}`)
        const done = async () =>
          (await site.query<{ n: number }>(DONE, [tenantId, ids, `^${step}(-|$)`]))[0]!.n
        const expected = step === 'deletion' ? APPLICANTS / 2 : APPLICANTS
        const begun = begin(centre, ids)
        await firstOf(done)
        await sleep(random.between(0, LATEST_KILL_MS))
        await Promise.all(site.workers.map((it) => it.end('SIGKILL')))
        await begun
        if ((await done()) < expected) between += 1
        await Promise.all(site.workers.map((it) => it.start()))
        await carriedThrough(run, step, async () => (await done()) === expected)
      }
      await settled(run, [centre])
      const found = await site.query<Found>(FOUND, [tenantId, ids])
      holds('each onboarding says everything once', found.every(isWhole), found)
    }
    count('onboardings', rounds * APPLICANTS)
    count('kills', rounds * Object.keys(STEPS).length)
    count('killed while some had done the step and others not', between)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

/** Waits for the first that has done the step: the others are under way. */
const firstOf = async (done: () => Promise<number>) => {
  const deadline = performance.now() + LONGEST_MS
  while ((await done()) === 0 && performance.now() < deadline) await sleep(POLL_MS)
}

const carriedThrough = async ({ holds }: DrillRun, step: string, done: () => Promise<boolean>) => {
  const deadline = performance.now() + LONGEST_MS
  while (!(await done()) && performance.now() < deadline) await sleep(POLL_MS)
  holds(`'${step}' is carried through after the restart`, await done())
}

type Begin = (centre: Centre, ids: string[]) => Promise<void>

const forEach =
  (work: (centre: Centre, id: string, index: number) => Promise<unknown>): Begin =>
  async (centre, ids) => {
    for (const [index, id] of ids.entries()) await work(centre, id, index)
  }

/** As if its time had come. */
const fire =
  (step: string) =>
  async ({ ctx }: Centre, subjectId: string) => {
    const { data } = await listFollowUps(ctx, { limit: 1, sort: '-createdAt', subjectId })
    await runStepNow(ctx, { id: data[0]!.id, step })
  }

/** What makes each step due, by the step, in the order of a run. */
const STEPS: Record<string, Begin> = {
  invitation: async ({ ctx }, ids) => {
    const requirements = [
      { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma' },
      { key: 'references', kind: 'REFERENCE', title: 'A reference', references: 1 },
      { key: 'interview', kind: 'INTERVIEW', title: 'Interview' },
    ]
    const plan = CreateOnboardingPlan.parse({ name: 'Drill', requirements })
    const { id: planId } = await createOnboardingPlan(ctx, plan)
    await publishOnboardingPlan(ctx, { id: planId })
    for (let index = 0; index < APPLICANTS; index += 1) {
      const applicant = { name: `Applicant ${index}`, email: `${planId}.${index}@example.org` }
      const given = StartProviderOnboarding.parse({ planId, applicant })
      ids.push((await startProviderOnboarding(ctx, given)).id)
    }
  },
  'reminder-7d': forEach(fire('reminder-7d')),
  ask: forEach(({ ctx }, id) =>
    changeOnboarding(ctx, {
      id,
      work: async (tx, before) => {
        const referee = { name: 'Jana Kern', email: 'jana@example.org' }
        await nameReferees(tx, itemOf(before, 'references'), [referee])
        return undefined
      },
    }),
  ),
  returned: forEach(async ({ ctx }, id) => {
    await waiveOnboardingItem(ctx, { id, key: 'diploma', reason: 'Known.' })
    await returnOnboardingItem(ctx, { id, key: 'diploma', reason: 'Needed after all.' })
  }),
  approval: forEach(async ({ ctx }, id) => {
    for (const key of ['diploma', 'references'])
      await waiveOnboardingItem(ctx, { id, key, reason: 'Known.' })
    await acceptOnboardingItem(ctx, { id, key: 'interview' })
  }),
  decision: forEach(({ ctx }, id, index) =>
    index % 2 === 0
      ? approveProviderOnboarding(ctx, { id })
      : rejectProviderOnboarding(ctx, { id, reason: 'Another was faster.' }),
  ),
  deletion: forEach(async (centre, id, index) => {
    if (index % 2 === 1) await fire('deletion')(centre, id)
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

/** Onboardings of which a step was done. */
const DONE = `
  SELECT count(*)::int AS n FROM follow_ups f
  WHERE f.tenant_id = $1 AND f.subject_id = ANY ($2) AND EXISTS (
    SELECT FROM follow_up_steps s
    WHERE s.tenant_id = f.tenant_id AND s.follow_up_id = f.id AND s.step ~ $3 AND s.status = 'DONE')`

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
