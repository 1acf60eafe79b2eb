import type { ActivityDeps } from './activity-deps.ts'
import { agentActivities } from './agents.ts'
import { analyticsActivities } from './analytics.ts'
import { clockActivities } from './clocks.ts'
import { dischargeActivities } from './discharges.ts'
import { erasureActivities } from './erasures.ts'
import { followUpActivities } from './follow-ups.ts'
import { holdActivities } from './holds.ts'
import { licenseActivities } from './licenses.ts'
import { knowledgeActivities } from './knowledge.ts'
import { maintenanceActivities } from './maintenance.ts'
import { messageActivities } from './messages.ts'
import { paymentActivities } from './payments.ts'
import { personExportActivities } from './person-exports.ts'
import { webhookUpkeepActivities } from './webhook-upkeep.ts'
import { appointmentImportActivities } from './appointment-imports.ts'
import { settlementActivities } from './settlements.ts'
import { seriesActivities } from './series.ts'
import { webhookActivities } from './webhooks.ts'

/** All activities, keyed by the name that workflows use. */
export const createActivities = (deps: ActivityDeps) => ({
  ...agentActivities(deps),
  ...analyticsActivities(deps),
  ...clockActivities(deps),
  ...dischargeActivities(deps),
  ...erasureActivities(deps),
  ...followUpActivities(deps),
  ...holdActivities(deps),
  ...licenseActivities(deps),
  ...knowledgeActivities(deps),
  ...maintenanceActivities(deps),
  ...messageActivities(deps),
  ...paymentActivities(deps),
  ...personExportActivities(deps),
  ...seriesActivities(deps),
  ...settlementActivities(deps),
  ...appointmentImportActivities(deps),
  ...webhookActivities(deps),
  ...webhookUpkeepActivities(deps),
})

export type Activities = ReturnType<typeof createActivities>
