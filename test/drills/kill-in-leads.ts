import { setTimeout as sleep } from 'node:timers/promises'
import { createLead } from '#marketplace/leads/create-lead.ts'
import { convertLead } from '#marketplace/leads/convert-lead.ts'
import { ConvertLead } from '#marketplace/leads/convert-schemas.ts'
import { matchLead, MatchLead } from '#marketplace/leads/match-lead.ts'
import { offerLead } from '#marketplace/leads/offer-lead.ts'
import { OfferLead } from '#marketplace/leads/offer-schemas.ts'
import { patchLead } from '#marketplace/leads/patch-lead.ts'
import { qualifyLead } from '#marketplace/leads/qualify-lead.ts'
import { loseLead } from '#marketplace/leads/lose-lead.ts'
import { CreateLead } from '#marketplace/leads/schemas.ts'
import { createMatchingNeed } from '#marketplace/matching-needs/create-matching-need.ts'
import { CreateMatchingNeed } from '#marketplace/matching-needs/schemas.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { runStepNow } from '#messaging/follow-ups/run-step-now.ts'
import { patchMessageSettings } from '#messaging/messages/settings.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill, DrillRun } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

/** Leads that are at the same step at once. */
const FAMILIES = 12
/** The kill comes within so many milliseconds after the first of them has done the step. */
const LATEST_KILL_MS = 300
const POLL_MS = 20
const LONGEST_MS = 120_000

export const killInLeads: Drill = {
  name: 'kill-in-leads',
  what: 'kill -9 of all workers at each step of leads: begun, asked, reminded, to be qualified, offered, passed on, forgotten',
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
      const code = `need_${round}`
      for (const [step, begin] of Object.entries(STEPS)) {
        say(`round ${round + 1} of ${rounds}: ${step}`)
        const done = async () =>
          (await site.query<{ n: number }>(DONE, [tenantId, ids, `^${step}(-|$)`]))[0]!.n
        const expected = step === 'deletion' ? FAMILIES / 2 : FAMILIES
        const begun = begin(centre, ids, code)
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
      holds('each lead says everything once', found.every(isWhole), found)
    }
    count('leads', rounds * FAMILIES)
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

type Begin = (centre: Centre, ids: string[], code: string) => Promise<void>

const forEach =
  (work: (centre: Centre, id: string, index: number, code: string) => Promise<unknown>): Begin =>
  async (centre, ids, code) => {
    for (const [index, id] of ids.entries()) await work(centre, id, index, code)
  }

/** As if its time had come. */
const fire = async ({ ctx }: Centre, subjectId: string, kind: string) => {
  const { data } = await listFollowUps(ctx, { limit: 1, sort: '-createdAt', subjectId })
  const step = data[0]!.steps.find((it) => it.step.startsWith(kind) && it.status === 'SCHEDULED')
  await runStepNow(ctx, { id: data[0]!.id, step: step!.step })
}

/** What makes each step due, by the step, in the order of a run. */
const STEPS: Record<string, Begin> = {
  begin: async ({ ctx }, ids, code) => {
    const need = { code, name: 'Stuttering', specialties: ['stuttering'] }
    await createMatchingNeed(ctx, CreateMatchingNeed.parse(need))
    for (const name of ['Ana', 'Ben'])
      await createProvider(
        ctx,
        CreateProvider.parse({ name, email: `${name}@example.org`, specialties: ['stuttering'] }),
      )
    for (let index = 0; index < FAMILIES; index += 1) {
      const contactEmail = `${code}.${index}@example.org`
      const family = { contactName: `Family ${index}`, contactEmail, childBirthDate: '2024-04-30' }
      const names = { childFirstName: 'Lena', childLastName: 'Weiss' }
      ids.push(
        (await createLead(ctx, CreateLead.parse({ source: 'PHONE', ...family, ...names }))).id,
      )
    }
  },
  questions: async () => {},
  'reminder-3d': forEach((centre, id) => fire(centre, id, 'reminder-3d')),
  qualification: forEach(({ ctx }, id, _, code) =>
    patchLead(ctx, { id, patch: { needs: [code] } }),
  ),
  offer: forEach(async ({ ctx }, id) => {
    await qualifyLead(ctx, { id })
    await matchLead(ctx, { id, asked: MatchLead.parse({}) })
    await offerLead(ctx, { id, offer: OfferLead.parse({}) })
  }),
  'offer-expiry': forEach((centre, id) => fire(centre, id, 'offer-expiry')),
  deletion: forEach(async (centre, id, index) => {
    const { ctx } = centre
    if (index % 2 === 0) {
      await convertLead(ctx, { id, input: ConvertLead.parse({}) })
      return
    }
    await loseLead(ctx, { id, reason: 'WITHDRAWN' })
    // The workers may be gone just now.
    await planSteps(ctx, { kind: 'leadQualification', subjectId: id })
    await fire(centre, id, 'deletion')
  }),
}

interface Found {
  status: string
  asked: number
  offers: string[]
  /** At least one provider was told, and each once: the second offer may end before anybody is. */
  isToldOnce: boolean
  children: number
  isForgotten: boolean
  events: string[]
}

const isWhole = ({ status, asked, offers, isToldOnce, children, isForgotten, events }: Found) =>
  asked === 2 &&
  offers.join() === 'EXPIRED,WITHDRAWN' &&
  isToldOnce &&
  children === (status === 'CONVERTED' ? 1 : 0) &&
  isForgotten === (status === 'LOST') &&
  events.join() ===
    (status === 'CONVERTED'
      ? 'lead.converted,lead.created,lead.matched,lead.qualified'
      : 'lead.created,lead.lost,lead.matched,lead.qualified')

/** Leads of which a step was done. */
const DONE = `
  SELECT count(*)::int AS n FROM follow_ups f
  WHERE f.tenant_id = $1 AND f.subject_id = ANY ($2) AND EXISTS (
    SELECT FROM follow_up_steps s
    WHERE s.tenant_id = f.tenant_id AND s.follow_up_id = f.id AND s.step ~ $3 AND s.status = 'DONE')`

const FOUND = `
  SELECT l.status, l.forgotten_at IS NOT NULL AS "isForgotten",
    (SELECT count(*)::int FROM messages m WHERE m.tenant_id = $1 AND m.subject_id = l.id
      AND m.template = 'lead.questions') AS asked,
    ARRAY(SELECT o.status FROM lead_offers o WHERE o.tenant_id = $1 AND o.lead_id = l.id ORDER BY o.id) AS offers,
    (SELECT count(*) > 0 AND count(*) = count(DISTINCT m.subject_id) FROM messages m JOIN lead_offers o ON o.tenant_id = m.tenant_id AND o.id = m.subject_id
      WHERE m.tenant_id = $1 AND o.lead_id = l.id AND m.template = 'lead.offer') AS "isToldOnce",
    (SELECT count(*)::int FROM children c WHERE c.tenant_id = $1 AND c.id = l.child_id) AS children,
    ARRAY(SELECT e.type FROM outbox e WHERE e.tenant_id = $1 AND e.kind = 'event' AND e.subject_id = l.id ORDER BY e.type) AS events
  FROM leads l WHERE l.tenant_id = $1 AND l.id = ANY ($2)`
