import { createLead } from '#marketplace/leads/lead/create-lead.ts'
import { convertLead } from '#marketplace/leads/conversion/convert-lead.ts'
import { ConvertLead } from '#marketplace/leads/conversion/schemas.ts'
import { matchLead, MatchLead } from '#marketplace/leads/offers/match-lead.ts'
import { offerLead } from '#marketplace/leads/offers/offer-lead.ts'
import { OfferLead } from '#marketplace/leads/offers/schemas.ts'
import { patchLead } from '#marketplace/leads/lead/patch-lead.ts'
import { qualifyLead } from '#marketplace/leads/lead/qualify-lead.ts'
import { loseLead } from '#marketplace/leads/lead/lose-lead.ts'
import { CreateLead } from '#marketplace/leads/lead/schemas.ts'
import { createMatchingNeed } from '#marketplace/matching-needs/create-matching-need.ts'
import { CreateMatchingNeed } from '#marketplace/matching-needs/schemas.ts'
import { planSteps } from '#messaging/follow-ups/plan-steps.ts'
import { createProvider } from '#organization/providers/create-provider.ts'
import { CreateProvider } from '#organization/providers/schemas.ts'
import type { Drill } from './drill.ts'
import { AT_ONCE, fire, forEach, killAtEachStep, type Round } from './kill-at-each-step.ts'

export const killInLeads: Drill = {
  name: 'kill-in-leads',
  what: 'kill -9 of all workers at each step of leads: begun, asked, reminded, to be qualified, offered, passed on, forgotten',
  run: (run) =>
    killAtEachStep<Found>(run, {
      records: 'leads',
      steps: STEPS,
      fewer: { deletion: AT_ONCE / 2 },
      found: FOUND,
      isWhole,
    }),
}

/** The need of the families of a round. */
const codeOf = ({ number }: Round) => `need_${number}`

/** Makes each step due, by step, in run order. */
const STEPS: Record<string, (round: Round) => Promise<void>> = {
  begin: async (round) => {
    const { ctx } = round.centre
    const code = codeOf(round)
    const need = { code, name: 'Stuttering', specialties: ['stuttering'] }
    await createMatchingNeed(ctx, CreateMatchingNeed.parse(need))
    for (const name of ['Ana', 'Ben'])
      await createProvider(
        ctx,
        CreateProvider.parse({ name, email: `${name}@example.org`, specialties: ['stuttering'] }),
      )
    for (let index = 0; index < AT_ONCE; index += 1) {
      const contactEmail = `${code}.${index}@example.org`
      const family = { contactName: `Family ${index}`, contactEmail, childBirthDate: '2024-04-30' }
      const names = { childFirstName: 'Lena', childLastName: 'Weiss' }
      round.ids.push(
        (await createLead(ctx, CreateLead.parse({ source: 'PHONE', ...family, ...names }))).id,
      )
    }
  },
  questions: async () => {},
  'reminder-3d': forEach((round, id) => fire(round, id, 'reminder-3d')),
  qualification: forEach((round, id) =>
    patchLead(round.centre.ctx, { id, patch: { needs: [codeOf(round)] } }),
  ),
  offer: forEach(async ({ centre: { ctx } }, id) => {
    await qualifyLead(ctx, { id })
    await matchLead(ctx, { id, asked: MatchLead.parse({}) })
    await offerLead(ctx, { id, offer: OfferLead.parse({}) })
  }),
  'offer-expiry': forEach((round, id) => fire(round, id, 'offer-expiry')),
  deletion: forEach(async (round, id, index) => {
    const { ctx } = round.centre
    if (index % 2 === 0) {
      await convertLead(ctx, { id, input: ConvertLead.parse({}) })
      return
    }
    await loseLead(ctx, { id, reason: 'WITHDRAWN' })
    // The workers may be down at this moment.
    await planSteps(ctx, { kind: 'leadQualification', subjectId: id })
    await fire(round, id, 'deletion')
  }),
}

interface Found {
  status: string
  asked: number
  offers: string[]
  /** At least one provider was notified, and each once: the second offer may end before a notification. */
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
