/**
 * Leads and onboardings that wait for somebody: started, each with its workflow, then left alone.
 * `node bench/idle.ts [count]`, 10,000 by default, half of each kind. Goal: they cost no processor time while they wait.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createLead } from '#marketplace/leads/create-lead.ts'
import { CreateLead } from '#marketplace/leads/schemas.ts'
import { createMatchingNeed } from '#marketplace/matching-needs/create-matching-need.ts'
import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import { CreateOnboardingPlan } from '#marketplace/onboarding-plans/schemas.ts'
import { StartProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { openCentre } from './support/centre.ts'
import { IDLE_MS, idle } from './support/idle.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'
import { inParallel, openTemporal } from './support/temporal.ts'

const COUNT = Number(process.argv[2] ?? 10_000)
const CONCURRENCY = 8
/** No wait of the bench is longer than this for each, and a minute. */
const MOST_MS_EACH = 200

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 1 })
const { ctx } = centre
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
const worker = await startServer('worker/main.ts', {
  ...centre.env,
  TEMPORAL_ADDRESS: temporal.address,
  LOG_LEVEL: 'error',
})
const idleWithout = await idle(worker)

const code = 'speech_delay'
await createMatchingNeed(ctx, {
  code,
  name: 'Speech delay',
  specialties: ['speech therapy'],
  professions: [],
  goalAreas: [],
})
const plan = await createOnboardingPlan(
  ctx,
  CreateOnboardingPlan.parse({
    name: 'Therapists',
    requirements: [{ key: 'interview', kind: 'INTERVIEW', title: 'Interview', dueAfterDays: 30 }],
  }),
)
await publishOnboardingPlan(ctx, { id: plan.id })

/** Whoever is whole waits for the centre, and nobody is written to. */
const kinds = [
  (name: string) =>
    createLead(
      ctx,
      CreateLead.parse({
        source: 'PHONE',
        contactName: name,
        contactPhone: '+49 30 1234567',
        childBirthDate: '2024-04-30',
        needs: [code],
      }),
    ),
  (name: string) =>
    startProviderOnboarding(
      ctx,
      StartProviderOnboarding.parse({
        planId: plan.id,
        applicant: { name, email: `${name.toLowerCase().replace(' ', '.')}@example.com` },
      }),
    ),
]
let next = 0
const startOne = async () => {
  const number = next++
  await kinds[number % kinds.length]!(`Person ${number}`)
}
const WAITING = `SELECT count(*)::int AS n FROM follow_ups WHERE waiting_on IS NOT NULL AND next_step_at > now()`
const waiting = async () => (await owner.query<{ n: number }>(WAITING)).rows[0]!.n
const beganAt = performance.now()
await inParallel(COUNT, CONCURRENCY, startOne)
for (let n = await waiting(); n < COUNT; n = await waiting()) {
  if (performance.now() - beganAt > 60_000 + COUNT * MOST_MS_EACH)
    throw new Error(`${n} of ${COUNT} wait`)
  await sleep(250)
}
const startedMs = performance.now() - beganAt
const idleWith = await idle(worker)
await worker[Symbol.asyncDispose]()
await owner.end()

report('idle', [], {
  leadsAndOnboardings: COUNT,
  startedPerSecond: Math.round(COUNT / (startedMs / 1_000)),
  workerCpuMsPerSecondIdle: {
    without: Math.round(idleWithout / (IDLE_MS / 1_000)),
    with: Math.round(idleWith / (IDLE_MS / 1_000)),
  },
})
