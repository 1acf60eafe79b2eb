import type { EndStatus } from '#agents/agent-runs/loop/moves.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import type { RetentionDays } from '#platform/maintenance/retention.ts'
import type { Sending } from '#messaging/messages/send-message.ts'
import type { PaymentGateway } from '../providers/payments/gateway.ts'
import type { PayoutGateway } from '../providers/payments/payout-gateway.ts'
import { agentActivities } from './agents.ts'
import { analyticsActivities } from './analytics.ts'
import { clockActivities } from './clocks.ts'
import { erasureActivities } from './erasures.ts'
import { followUpActivities } from './follow-ups.ts'
import { holdActivities } from './holds.ts'
import { licenseActivities } from './licenses.ts'
import { knowledgeActivities } from './knowledge.ts'
import { maintenanceActivities, type MaintenanceObserver } from './maintenance.ts'
import { messageActivities } from './messages.ts'
import { paymentActivities } from './payments.ts'
import { personExportActivities } from './person-exports.ts'
import { webhookUpkeepActivities } from './webhook-upkeep.ts'
import { appointmentImportActivities } from './appointment-imports.ts'
import { settlementActivities } from './settlements.ts'
import { seriesActivities } from './series.ts'
import { webhookActivities } from './webhooks.ts'
import type { DeliveryScheduler } from '#webhooks/deliveries/delivery-scheduler.ts'

/** What activities work with: made once by the worker, or by a test. */
export interface ActivityDeps {
  platform: OpenPlatform
  deliveries: DeliveryScheduler
  /** Of centres without a payment account of their own. */
  gateway: PaymentGateway & PayoutGateway
  /** Where Stripe is; its own address when left out. */
  stripeUrl?: string
  /** Undefined where the platform has no mail server: messages then say so. */
  mail?: Sending | undefined
  /** Days that things are kept, where the operator wants other ones. */
  retentionDays?: RetentionDays
  /** Told what maintenance did, for logs and metrics. */
  maintenance?: MaintenanceObserver
  /** Told how runs of agents end. */
  agentRun?: (outcome: EndStatus) => void
}

/** Every activity of the platform, by the name under which workflows call it. */
export const createActivities = (deps: ActivityDeps) => ({
  ...agentActivities(deps),
  ...analyticsActivities(deps),
  ...clockActivities(deps),
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
