import { defineFamily, earliestDay, latestDay, spanOn } from './family.ts'
import { wordsOf } from './words-of.ts'

/** Early intervention deadlines by due day, at the location of the program. */
export const deadlines = defineFamily({
  dimensions: ['PROVIDER', 'FUNDING_PROGRAM', 'CLOCK'],
  measures: ['owed', 'met'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, d.due_on AS counted_on, g.id AS record_id, '' AS currency,
      coalesce(g.service_coordinator_id, '') AS provider_id, ${wordsOf('k.funding_program', 'k.id')} AS funding_program,
      d.clock, 1 AS owed, (d.state = 'MET' AND d.met_on <= d.due_on)::int AS met
    FROM program_deadlines d
    JOIN early_intervention_programs g ON g.tenant_id = $1 AND g.id = d.program_id
    LEFT JOIN children k ON k.tenant_id = $1 AND k.id = g.child_id
    ${spanOn(`coalesce(g.location_id, '')`, 'd.due_on')}
    WHERE d.tenant_id = $1 AND d.due_on >= ${earliestDay} AND d.due_on < ${latestDay}
      AND (d.state IN ('MET', 'NOT_MET') OR d.state = 'RUNNING' AND NOT d.paused AND d.due_on < s.today)`,
})
