import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { longestAt } from '../../longest-at.ts'
import type { LeadBoard, LeadBoardQuery } from './schemas.ts'
import { LeadStage, type LeadSource } from '../lead/rules.ts'

/** The number of open leads that the caller can see per stage, with their age. Names nobody. */
export const getLeadBoard = (
  ctx: Context,
  { locationId, assigneeId, limit }: LeadBoardQuery,
): Promise<LeadBoard> =>
  read(ctx, 'leads:read', async (reader) => {
    const { tenantId, now } = reader
    const which = [tenantId, locationId ?? null, assigneeId ?? null]
    const [counts, cards] = await Promise.all([
      reader.sql<CountRow>(COUNTS, [...which, now]),
      reader.sql<CardRow>(CARDS, [...which, LeadStage, limit]),
    ])
    const stages = LeadStage.map((stage) => {
      const counted = counts.find((row) => row.stage === stage)
      return {
        stage,
        leads: counted?.leads ?? 0,
        overdue: counted?.overdue ?? 0,
        unassigned: counted?.unassigned ?? 0,
        medianDays: counted?.medianDays ?? null,
        longest: longestAt(stage, { cards, now }),
      }
    })
    return { stages }
  })

interface CountRow {
  stage: string
  leads: number
  overdue: number
  unassigned: number
  medianDays: number
}

interface CardRow {
  stage: string
  leadId: string
  source: LeadSource
  locationId: string | null
  assigneeId: string | null
  stageEnteredAt: Date
  dueAt: Date | null
  isOffered: boolean
}

const WHICH = `l.tenant_id = $1 AND ($2::text IS NULL OR l.location_id = $2) AND ($3::text IS NULL OR l.assignee_id = $3)`

const COUNTS = `
  SELECT l.status AS stage, count(*)::int AS leads, count(*) FILTER (WHERE l.due_at < $4)::int AS overdue,
         count(*) FILTER (WHERE l.assignee_id IS NULL)::int AS unassigned,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM $4::timestamptz - l.stage_entered_at) / 86400) AS "medianDays"
  FROM leads l
  WHERE ${WHICH} AND l.status IN ('NEW', 'QUALIFYING', 'QUALIFIED', 'MATCHED')
  GROUP BY l.status`

const CARDS = `
  SELECT s.stage, c.* FROM unnest($4::text[]) AS s(stage) CROSS JOIN LATERAL (
    SELECT l.id AS "leadId", l.source, l.location_id AS "locationId", l.assignee_id AS "assigneeId",
           l.stage_entered_at AS "stageEnteredAt", l.due_at AS "dueAt", EXISTS (
             SELECT FROM lead_offers o WHERE o.tenant_id = l.tenant_id AND o.lead_id = l.id AND o.status = 'OPEN') AS "isOffered"
    FROM leads l
    WHERE ${WHICH} AND l.status = s.stage
    ORDER BY l.stage_entered_at, l.id LIMIT $5) c`
