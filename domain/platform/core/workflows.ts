import type { Entity } from './ids.ts'

/**
 * The workflows that a write may start or wake, as the outbox knows them. The domain names them and
 * never speaks to Temporal; the relay does (relay/). `firstStep` is what operators see one wait for
 * from its start on; later steps are the workflow's to show (workflows/progress.ts).
 */
export const WORKFLOWS = {
  appointmentLifecycle: { subjectType: 'appointment', idPrefix: 'appointment', firstStep: 'plan' },
  appointmentFollowUp: {
    subjectType: 'appointment',
    idPrefix: 'appointment-follow-up',
    firstStep: 'plan',
  },
  holdExpiry: { subjectType: 'tenant', idPrefix: 'hold-expiry', firstStep: 'release' },
  earlyInterventionCheckIn: {
    subjectType: 'programme',
    idPrefix: 'early-intervention',
    firstStep: 'plan',
  },
  agentRun: { subjectType: 'agentRun', idPrefix: 'agent-run', firstStep: 'plan' },
  assessmentReminder: {
    subjectType: 'assessment',
    idPrefix: 'assessment-reminder',
    firstStep: 'plan',
  },
  childProgressFollowUp: {
    subjectType: 'goalReview',
    idPrefix: 'child-progress',
    firstStep: 'plan',
  },
  sessionFollowUp: { subjectType: 'session', idPrefix: 'session-follow-up', firstStep: 'plan' },
  treatmentCycle: {
    subjectType: 'treatmentCycle',
    idPrefix: 'treatment-cycle',
    firstStep: 'plan',
  },
  clockMoving: { subjectType: 'holidayCalendar', idPrefix: 'clock-moving', firstStep: 'move' },
  waitlistOffer: { subjectType: 'freedSlot', idPrefix: 'waitlist-offer', firstStep: 'plan' },
  consentExpiry: { subjectType: 'consent', idPrefix: 'consent-expiry', firstStep: 'plan' },
  breakGlassReview: {
    subjectType: 'breakGlassGrant',
    idPrefix: 'break-glass-review',
    firstStep: 'plan',
  },
  restrictionLifting: {
    subjectType: 'processingRestriction',
    idPrefix: 'restriction-lifting',
    firstStep: 'plan',
  },
  formChase: { subjectType: 'formResponse', idPrefix: 'form-chase', firstStep: 'plan' },
  personExport: { subjectType: 'personExport', idPrefix: 'person-export', firstStep: 'gather' },
  personErasure: { subjectType: 'erasure', idPrefix: 'person-erasure', firstStep: 'start' },
  messageDelivery: { subjectType: 'message', idPrefix: 'message', firstStep: 'send' },
  seriesBooking: { subjectType: 'series', idPrefix: 'series', firstStep: 'book' },
  appointmentImport: {
    subjectType: 'appointmentImport',
    idPrefix: 'appointment-import',
    firstStep: 'check',
  },
  paymentCapture: { subjectType: 'payment', idPrefix: 'payment', firstStep: 'capture' },
  webhookRecovery: {
    subjectType: 'webhookRecovery',
    idPrefix: 'webhook-recovery',
    firstStep: 'recover',
  },
  webhookCourier: { subjectType: 'webhookEndpoint', idPrefix: 'courier', firstStep: 'deliver' },
} as const satisfies Record<string, { subjectType: Entity; idPrefix: string; firstStep: string }>

export type WorkflowName = keyof typeof WORKFLOWS

/** The one input of a workflow about a subject: ids only. */
export interface SubjectInput {
  tenantId: string
  subjectId: string
}

/** A pure function of the subject, so that handing over twice does nothing. */
export const workflowIdOf = (
  workflow: WorkflowName,
  { tenantId, subjectId }: SubjectInput,
): string => `${WORKFLOWS[workflow].idPrefix}/${tenantId}/${subjectId}`

/**
 * The payload of an outbox row of kind `workflow`. `start` begins it; `wake` signals that the
 * subject changed, and begins it when it is not running.
 */
export interface WorkflowMessage {
  action: 'start' | 'wake'
}
