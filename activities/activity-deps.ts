import type { EndStatus } from '#agents/agent-runs/loop/moves.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import type { Sending } from '#messaging/messages/send-message.ts'
import type { Texting } from '#messaging/messages/send-text.ts'
import type { DeliveryScheduler } from '#webhooks/deliveries/delivery-scheduler.ts'
import type { PaymentGateway } from '../providers/payments/gateway.ts'
import type { PayoutGateway } from '../providers/payments/payout-gateway.ts'
import type { Removal } from '#organization/tenants/remove-closed-tenants.ts'
import type { SealReport } from '#platform/audit/seal-entries.ts'
import type { DomainError } from '#platform/core/errors/errors.ts'
import type { TidyReport } from '#platform/files/tidy-files.ts'
import type { RetainedName, RetentionDays } from '#platform/maintenance/retention.ts'

/** The dependencies of activities: created once by the worker, or by a test. */
export interface ActivityDeps {
  platform: OpenPlatform
  deliveries: DeliveryScheduler
  /** Used for centres that have no payment account of their own. */
  gateway: PaymentGateway & PayoutGateway
  /** Stripe's URL, if it is not Stripe's own. */
  stripeUrl?: string
  /** Undefined if the platform has no mail server; messages then record this. */
  mail?: Sending | undefined
  /** Undefined if the platform has no provider for texts. */
  texting?: Texting | undefined
  /** Retention days that the operator has changed. */
  retentionDays?: RetentionDays
  /** Receives results of maintenance, for logs and metrics. */
  maintenance?: MaintenanceObserver
  /** Receives results of agent runs. */
  agentRun?: (outcome: EndStatus) => void
}

/** Results and problems of maintenance, for logs and metrics. */
export interface MaintenanceObserver {
  sealed?: (report: SealReport) => void
  /** Nothing was sealed, for a reason that a retry does not solve. */
  notSealed?: (error: DomainError) => void
  purged?: (what: RetainedName, rows: number) => void
  /** A closed centre was removed. */
  centreRemoved?: (tenantId: string, removal: Removal) => void
  /** Expired data was purged. */
  purgedAll?: (at: Date) => void
  /** A tenant's files were compared with its records. */
  tidied?: (tenantId: string, report: TidyReport) => void
  /** Folders of the file store that belong to no tenant. */
  strangeFolders?: (folders: string[]) => void
}
