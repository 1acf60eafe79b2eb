import { defineFamily } from './family.ts'
import { wordsOf } from './words-of.ts'

/** Current goals of children by achievement, at the child's location. */
export const goals = defineFamily({
  dimensions: ['PROVIDER', 'FUNDING_PROGRAM', 'STAGE'],
  measures: ['goals', 'achieved'],
  kept: false,
  isSnapshot: true,
  facts: `
    SELECT s.location_id, s.ends_on - 1 AS counted_on, g.id AS record_id, '' AS currency,
      coalesce(k.primary_provider_id, '') AS provider_id, ${wordsOf('k.funding_program', 'k.id')} AS funding_program,
      g.achievement_status AS stage, 1 AS goals, (g.achievement_status IN ('achieved', 'sustaining'))::int AS achieved
    FROM span s
    JOIN children k ON k.tenant_id = $1 AND coalesce(k.location_id, '') = s.location_id AND k.archived_at IS NULL
    JOIN goals g ON g.tenant_id = $1 AND g.child_id = k.id AND g.status <> 'CANCELLED'
      AND therapy.local_time(g.created_at, s.time_zone)::date < s.ends_on`,
})
