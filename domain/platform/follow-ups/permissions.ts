import { can, type Actor, type Permission, type Resource } from '../core/permissions.ts'
import type { FollowUpName } from './kinds.ts'

/**
 * Whose matter a kind of follow-up is: reading it needs `<resource>:read`, and skipping, firing,
 * cancelling, resuming or acknowledging needs `<resource>:write`, beside the permission `follow-ups`.
 */
export const RESOURCE_OF = {
  appointmentLifecycle: 'appointments',
  appointmentFollowUp: 'appointments',
  waitlistOffer: 'appointments',
  agentRun: 'agent-runs',
  assessmentReminder: 'assessments',
  breakGlassReview: 'break-glass-reviews',
  childProgressFollowUp: 'goals',
  consentExpiry: 'consents',
  earlyInterventionCheckIn: 'early-intervention',
  formChase: 'form-responses',
  restrictionLifting: 'processing-restrictions',
  sessionFollowUp: 'session-notes',
  treatmentCycle: 'treatment-cycles',
} as const satisfies Record<FollowUpName, Resource>

export const KINDS = Object.keys(RESOURCE_OF) as [FollowUpName, ...FollowUpName[]]

export const permissionFor = (kind: string, mode: 'read' | 'write'): Permission =>
  `${RESOURCE_OF[kind as FollowUpName]}:${mode}`

/** The kinds that a caller may read. */
export const readableKinds = (actor: Actor): FollowUpName[] =>
  KINDS.filter((kind) => can(actor, permissionFor(kind, 'read')))
