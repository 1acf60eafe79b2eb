import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { longestAt } from '../longest-at.ts'
import type { OnboardingBoard, OnboardingBoardQuery } from './board-schemas.ts'
import { OnboardingStage, WaitsFor } from './rules.ts'

/** The onboardings that the caller can see: the number per stage, their age, and whom they wait for. */
export const getOnboardingBoard = (
  ctx: Context,
  { planId, limit }: OnboardingBoardQuery,
): Promise<OnboardingBoard> =>
  read(ctx, ['provider-onboardings:read', 'providers:read'], async (reader) => {
    const { tenantId, now } = reader
    const [counts, cards] = await Promise.all([
      reader.sql<CountRow>(COUNTS, [tenantId, planId ?? null, now]),
      reader.sql<CardRow>(CARDS, [tenantId, planId ?? null, OnboardingStage, limit]),
    ])
    const stages = OnboardingStage.map((stage) => {
      const counted = counts.find((row) => row.stage === stage)
      return {
        stage,
        onboardings: counted?.onboardings ?? 0,
        overdue: counted?.overdue ?? 0,
        medianDays: counted?.medianDays ?? null,
        waiting: WaitsFor.flatMap((waitingOn) => {
          const onboardings = counted?.[waitingOn] ?? 0
          return onboardings > 0 ? [{ waitingOn, onboardings }] : []
        }),
        longest: longestAt(stage, { cards, now }),
      }
    })
    return { stages }
  })

interface CountRow extends Record<WaitsFor, number> {
  stage: string
  onboardings: number
  overdue: number
  medianDays: number
}

interface CardRow {
  stage: string
  onboardingId: string
  providerId: string
  providerName: string
  stageEnteredAt: Date
  waitingOn: WaitsFor[]
  dueAt: Date | null
  openItems: number
}

const RUNNING = `o.tenant_id = $1 AND ($2::text IS NULL OR o.plan_id = $2)`

const COUNTS = `
  SELECT o.status AS stage, count(*)::int AS onboardings, count(*) FILTER (WHERE o.due_at < $3)::int AS overdue,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM $3::timestamptz - o.stage_entered_at) / 86400) AS "medianDays",
         count(*) FILTER (WHERE 'APPLICANT' = ANY (o.waiting_on))::int AS "APPLICANT",
         count(*) FILTER (WHERE 'REFEREE' = ANY (o.waiting_on))::int AS "REFEREE",
         count(*) FILTER (WHERE 'VERIFIER' = ANY (o.waiting_on))::int AS "VERIFIER",
         count(*) FILTER (WHERE 'CENTRE' = ANY (o.waiting_on))::int AS "CENTRE"
  FROM provider_onboardings o
  WHERE ${RUNNING} AND o.status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL')
  GROUP BY o.status`

const CARDS = `
  SELECT s.stage, c.* FROM unnest($3::text[]) AS s(stage) CROSS JOIN LATERAL (
    SELECT o.id AS "onboardingId", o.provider_id AS "providerId", p.name AS "providerName",
           o.stage_entered_at AS "stageEnteredAt", o.waiting_on AS "waitingOn", o.due_at AS "dueAt", (
             SELECT count(*)::int FROM onboarding_items i
             JOIN onboarding_plan_versions v ON v.tenant_id = o.tenant_id AND v.plan_id = o.plan_id AND v.number = o.plan_version
             CROSS JOIN LATERAL jsonb_array_elements(v.requirements) AS asked
             WHERE i.tenant_id = o.tenant_id AND i.onboarding_id = o.id AND i.status NOT IN ('ACCEPTED', 'WAIVED')
               AND asked ->> 'key' = i.key AND (asked ->> 'blocking')::boolean) AS "openItems"
    FROM provider_onboardings o JOIN providers p ON p.tenant_id = o.tenant_id AND p.id = o.provider_id
    WHERE ${RUNNING} AND o.status = s.stage
    ORDER BY o.stage_entered_at, o.id LIMIT $4) c`
