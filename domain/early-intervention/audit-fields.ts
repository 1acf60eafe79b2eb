import type { AuditFields } from '#platform/core/changes.ts'
import type { Entity } from '#platform/core/ids.ts'

/** What the audit trail shows of these records; see {@link AuditFields}. */
export const earlyInterventionAuditFields = {
  clockSet: ['clocks'],
  holidayCalendar: ['holidays', 'moving', 'programs', 'moved', 'finishedAt'],
  program: [
    'childId',
    'coordinatorId',
    'clockSetId',
    'status',
    'referredOn',
    'milestones',
    'delays',
    'checkInEveryDays',
    'questionSetId',
    'closedOn',
    'CONSENT',
    'EXIT',
    'PLAN',
    'REVIEW',
    'SERVICES',
  ],
  checkIn: [
    'programId',
    'clientId',
    'servicesReceived',
    'callWanted',
    'questionSetId',
    'worrying',
    'acknowledgedAt',
    'acknowledgedBy',
  ],
  checkInQuestionSet: ['questions', 'worries'],
} as const satisfies Partial<Record<Entity, AuditFields>>
