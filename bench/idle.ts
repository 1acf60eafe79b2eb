/**
 * Leads and onboardings that wait for somebody, and licenses that are watched. `node bench/idle.ts [count]`, 1,000 by
 * default of leads and as many of onboardings: half of the leads wait for the centre, half were asked by e-mail, as
 * all who apply were. Goals: they cost nothing while they wait, and a day of the watch over 10,000 licenses is one range of an index.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createLead } from '#marketplace/leads/lead/create-lead.ts'
import { CreateLead } from '#marketplace/leads/lead/schemas.ts'
import { createMatchingNeed } from '#marketplace/matching-needs/create-matching-need.ts'
import { CreateMatchingNeed } from '#marketplace/matching-needs/schemas.ts'
import { createOnboardingPlan } from '#marketplace/onboarding-plans/create-onboarding-plan.ts'
import { publishOnboardingPlan } from '#marketplace/onboarding-plans/publish-onboarding-plan.ts'
import { CreateOnboardingPlan } from '#marketplace/onboarding-plans/schemas.ts'
import { StartProviderOnboarding } from '#marketplace/provider-onboardings/schemas.ts'
import { startProviderOnboarding } from '#marketplace/provider-onboardings/start-provider-onboarding.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { freePort } from '../dev/ports.ts'
import { openCentre } from './support/centre.ts'
import { idleMinute } from './support/idle.ts'
import { planOfLicenseWatch } from './support/license-watch.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'
import { inParallel, openTemporal } from './support/temporal.ts'

const COUNT = Number(process.argv[2] ?? 1_000)
const CONCURRENCY = 8
const IDLE_SECONDS = 60
const LICENSES = 10_000
const POLL_MS = 500
/** None came to wait for so long: none ever will. */
const STALLED_MS = 60_000
const NEED = 'speech_delay'

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 1 })
const { ctx } = centre
const owner = new pg.Client(centre.ownerUrl)
// The server ends first when the bench fails.
owner.on('error', () => undefined)
await owner.connect()
const metricsPort = await freePort()
await using worker = await startServer('worker/main.ts', {
  ...centre.env,
  TEMPORAL_ADDRESS: temporal.address,
  PUBLIC_URL: 'http://127.0.0.1',
  METRICS_PORT: `${metricsPort}`,
  LOG_LEVEL: 'error',
})
const sources = { worker, owner, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }

// E-mails of the night would wait for the morning.
await patchMessageSettings(ctx, { version: undefined, patch: { quietHours: null } })
const need = { code: NEED, name: 'Speech delay', specialties: ['speech therapy'] }
await createMatchingNeed(ctx, CreateMatchingNeed.parse(need))
const plan = await createOnboardingPlan(
  ctx,
  CreateOnboardingPlan.parse({
    name: 'Therapists',
    requirements: [
      { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma', dueAfterDays: 30 },
      { key: 'interview', kind: 'INTERVIEW', title: 'Interview', dueAfterDays: 30 },
    ],
  }),
)
await publishOnboardingPlan(ctx, { id: plan.id })

const lead = (number: number, needs: string[]) =>
  createLead(
    ctx,
    CreateLead.parse({
      source: 'PHONE',
      contactName: `Family ${number}`,
      contactEmail: `family.${number}@example.com`,
      childBirthDate: '2024-04-30',
      needs,
    }),
  )
const onboarding = (number: number) =>
  startProviderOnboarding(
    ctx,
    StartProviderOnboarding.parse({
      planId: plan.id,
      applicant: { name: `Applicant ${number}`, email: `applicant.${number}@example.com` },
    }),
  )
/** In turn: one that waits for the centre or was asked, and one who applies. */
const startOne = (number: number) =>
  number % 2 === 0 ? lead(number, number % 4 === 0 ? [NEED] : []) : onboarding(number)

const bytes = async () =>
  Number(
    (await owner.query<{ n: string }>('SELECT pg_database_size(current_database()) AS n')).rows[0]!
      .n,
  )
const waiting = async () => (await owner.query<{ n: number }>(WAITING)).rows[0]!.n
/** Until each waits for a time to come, and no e-mail of theirs is under way. */
const allWait = async () => {
  let [most, since] = [-1, performance.now()]
  for (;;) {
    const n = await waiting()
    if (n === 2 * COUNT) return
    if (n > most) [most, since] = [n, performance.now()]
    if (performance.now() - since > STALLED_MS) throw new Error(`${n} of ${2 * COUNT} wait`)
    await sleep(POLL_MS)
  }
}
const WAITING = `
  SELECT count(*)::int AS n FROM follow_ups f
  WHERE f.waiting_on IS NOT NULL AND f.next_step_at > now() AND f.kind IN ('leadQualification', 'providerOnboarding')
    AND NOT EXISTS (SELECT FROM messages m WHERE m.follow_up_id = f.id AND m.status = 'QUEUED')`

const without = await idleMinute(sources, IDLE_SECONDS)
const bytesBefore = await bytes()
const cpuOf = () => [worker.cpuMs() ?? 0, temporal.cpuMs()]
const cpuBefore = cpuOf()
const beganAt = performance.now()
await inParallel(2 * COUNT, CONCURRENCY, startOne)
const madeMs = performance.now() - beganAt
console.error(`${2 * COUNT} made after ${Math.round(madeMs / 1_000)} s`)
await allWait()
const waitingMs = performance.now() - beganAt
console.error(`all wait after ${Math.round(waitingMs / 1_000)} s`)
const cpuEach = cpuOf().map((ms, index) => Math.round((ms - cpuBefore[index]!) / (2 * COUNT)))
const bytesEach = Math.round(((await bytes()) - bytesBefore) / (2 * COUNT))
const withThem = await idleMinute(sources, IDLE_SECONDS)
const licenseWatch = await planOfLicenseWatch(owner, centre, LICENSES)
await owner.end()

report('idle', [], {
  leads: COUNT,
  onboardings: COUNT,
  madePerSecond: Math.round((2 * COUNT) / (madeMs / 1_000)),
  waitingAfterSeconds: Math.round(waitingMs / 1_000),
  cpuMsEachUntilTheyWait: { worker: cpuEach[0], temporal: cpuEach[1] },
  bytesEach,
  idleMinuteWithout: without,
  idleMinuteWith: withThem,
  licenseWatch,
})
