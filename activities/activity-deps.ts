import type { EndStatus } from '#agents/agent-runs/loop/moves.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import type { Sending } from '#messaging/messages/send-message.ts'
import type { DeliveryScheduler } from '#webhooks/deliveries/delivery-scheduler.ts'
import type { PaymentGateway } from '../providers/payments/gateway.ts'
import type { PayoutGateway } from '../providers/payments/payout-gateway.ts'
import type { Removal } from '#organization/tenants/remove-closed-tenants.ts'
import type { SealReport } from '#platform/audit/seal-entries.ts'
import type { DomainError } from '#platform/core/errors/errors.ts'
import type { TidyReport } from '#platform/files/tidy-files.ts'
import type { RetainedName, RetentionDays } from '#platform/maintenance/retention.ts'

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

/** What maintenance did and met, for logs and metrics. */
export interface MaintenanceObserver {
  sealed?: (report: SealReport) => void
  /** Nothing was sealed, for a reason that will not go away by itself. */
  notSealed?: (error: DomainError) => void
  purged?: (what: RetainedName, rows: number) => void
  /** A centre that was closed is gone. */
  centreRemoved?: (tenantId: string, removal: Removal) => void
  /** Everything that is past its time is gone. */
  purgedAll?: (at: Date) => void
  /** The files of a tenant were compared with its records. */
  tidied?: (tenantId: string, report: TidyReport) => void
  /** Folders of the file store that are no tenant's. */
  strangeFolders?: (folders: string[]) => void
}
