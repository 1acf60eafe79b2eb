import { CENTRE, PLUMBING } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const agentTriggers = defineResource({
  tables: {
    agent_triggers: { withoutPersonalData: PLUMBING },
    agent_awaited_events: { withoutPersonalData: PLUMBING },
    agent_trigger_counts: { withoutPersonalData: CENTRE },
  },
})
