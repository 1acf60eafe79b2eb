import type { Waiting } from '#platform/core/records/define-waiting.ts'

/** The kinds of entries of the worklist. */
export const WORKLIST_KINDS = [
  'TASK',
  'FOLLOW_UP_STEP',
  'AGENT_FILTER_TO_CHECK',
  'AGENT_SCHEDULE_OVERDUE',
  'AGENT_STEP_TO_APPROVE',
  'APPOINTMENT_IMPORT_TO_RUN',
  'APPOINTMENT_TO_CONFIRM',
  'ASSESSMENT_TO_COMPLETE',
  'BREAK_GLASS_TO_REVIEW',
  'CREDIT_PAYOUT_FAILED',
  'DUNNING_ON_HOLD',
  'ERASURE_TO_APPROVE',
  'GOAL_REVIEW_TO_ANSWER',
  'IFSP_TO_SIGN',
  'INVOICE_TO_ISSUE',
  'KNOWLEDGE_DOCUMENT_FAILED',
  'LICENSE_EXPIRING',
  'LICENSE_TO_VERIFY',
  'MESSAGE_UNREACHED',
  'NOTE_RETURNED',
  'NOTE_TO_COSIGN',
  'NOTE_TO_SIGN',
  'ONBOARDING_ITEM_TO_CHECK',
  'ONBOARDING_TO_APPROVE',
  'ONBOARDING_WAITS_FOR_CENTRE',
  'PAYOUT_ACCOUNT_TO_VERIFY',
  'REFUND_FAILED',
  'PLATFORM_PAYOUT_TO_APPROVE',
  'SETTLEMENT_TO_APPROVE',
  'TIME_OFF_TO_DECIDE',
  'TIME_OFF_WITH_APPOINTMENTS',
  'WEBHOOK_ENDPOINT_DISABLED',
  'WEBHOOK_RECOVERY_FAILED',
] as const

export type WorklistKind = (typeof WORKLIST_KINDS)[number]

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** What waits for a person, by the kind of its entries. */
    worklist: Readonly<Record<WorklistKind, Waiting>>
  }
}
