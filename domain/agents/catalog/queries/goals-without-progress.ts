import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { filters, moment, span } from './schemas.ts'

const Row = z.strictObject({
  goalId: idOf('goal'),
  childId: idOf('child'),
  achievementStatus: z.string(),
  trend: z.string(),
  lastMeasuredAt: moment.nullable(),
})

export const goalsWithoutProgress = defineQuery({
  name: 'goals_without_progress',
  title: 'Goals without progress',
  description:
    'Active goals that have not been measured for some time, or whose measurements show no progress.',
  parameters: z.strictObject({
    providerId: filters.providerId,
    unmeasuredForDays: span(28, 'Minimum number of days since the last measurement.'),
  }),
  row: Row,
  needs: ['goals:read', 'children:read'],
  most: 500,
  read: (reader, { providerId, unmeasuredForDays }, take) =>
    reader.sql<StalledRow>(STALLED, [
      reader.tenantId,
      reader.now,
      providerId,
      unmeasuredForDays,
      take,
    ]),
})

interface StalledRow {
  goalId: string
  childId: string
  achievementStatus: string
  trend: string
  lastMeasuredAt: Date | null
}

const STALLED = `
  SELECT g.id AS "goalId", g.child_id AS "childId", g.achievement_status AS "achievementStatus", g.trend,
         g.last_measured_at AS "lastMeasuredAt"
  FROM goals g
  JOIN children k ON k.tenant_id = g.tenant_id AND k.id = g.child_id AND k.archived_at IS NULL AND k.discharged_at IS NULL AND k.restricted_at IS NULL
  WHERE g.tenant_id = $1 AND g.status = 'ACTIVE' AND ($3::text IS NULL OR k.primary_provider_id = $3)
    AND (COALESCE(g.last_measured_at, g.created_at) <= $2::timestamptz - make_interval(days => $4::int)
      OR g.achievement_status IN ('worsening', 'no-change', 'no-progress'))
  ORDER BY COALESCE(g.last_measured_at, g.created_at), g.id LIMIT $5`
