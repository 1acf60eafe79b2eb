import { defineFamily, earliestDay, latestDay, spanOn } from './family.ts'
import { wordsOf } from './words-of.ts'

/** Assessments by due day, at the planned location, otherwise at the child's. */
export const assessments = defineFamily({
  dimensions: ['PROVIDER', 'FUNDING_PROGRAM'],
  measures: ['due', 'on_time'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, x.due_on AS counted_on, x.id AS record_id, '' AS currency,
      coalesce(d.provider_id, '') AS provider_id, ${wordsOf('k.funding_program', 'k.id')} AS funding_program, 1 AS due,
      (x.status = 'COMPLETED' AND x.administered_on <= x.due_on)::int AS on_time
    FROM assessments x
    LEFT JOIN assessment_schedules d ON d.tenant_id = $1 AND d.id = x.schedule_id
    LEFT JOIN children k ON k.tenant_id = $1 AND k.id = x.child_id
    ${spanOn(`coalesce(d.location_id, k.location_id, '')`, 'x.due_on')}
    WHERE x.tenant_id = $1 AND x.due_on >= ${earliestDay} AND x.due_on < ${latestDay}
      AND (x.status = 'COMPLETED' OR x.status IN ('SCHEDULED', 'DUE', 'OVERDUE') AND x.due_on < s.today)`,
})
