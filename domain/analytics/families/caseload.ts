import { defineFamily } from './family.ts'
import { wordsOf } from './words-of.ts'

/** Each provider's children on the last day, by the child's location. A child counts once per provider. */
export const caseload = defineFamily({
  dimensions: ['PROVIDER', 'FUNDING_PROGRAM'],
  measures: ['assigned'],
  kept: false,
  isSnapshot: true,
  facts: `
    SELECT s.location_id, s.ends_on - 1 AS counted_on, k.id AS record_id, '' AS currency, m.provider_id,
      ${wordsOf('k.funding_program', 'k.id')} AS funding_program, 1 AS assigned
    FROM span s
    JOIN children k ON k.tenant_id = $1 AND coalesce(k.location_id, '') = s.location_id AND k.archived_at IS NULL
    CROSS JOIN LATERAL (
      SELECT k.primary_provider_id AS provider_id WHERE k.primary_provider_id IS NOT NULL
      UNION
      SELECT t.provider_id FROM care_team_members t
      WHERE t.tenant_id = $1 AND t.child_id = k.id AND t.starts_at < s.over_at AND coalesce(t.ends_at, 'infinity') >= s.over_at
    ) m`,
})
