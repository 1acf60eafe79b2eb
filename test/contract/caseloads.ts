import type { Operation } from '../../api/http/operation.ts'

/**
 * Settings of the centre, not of a child: everybody with the permission may write all of them. Records of a
 * provider are not among them.
 */
const CENTRES_OWN = new Set([
  'appointment-automation',
  'assessment-instruments',
  'cancellation-policies',
  'family-check-in-question-sets',
  'clock-sets',
  'closures',
  'custom-fields',
  'deadline-recalculations',
  'form-templates',
  'group-appointments',
  'labels',
  'locations',
  'matching-needs',
  'message-settings',
  'note-templates',
  'onboarding-plans',
  'reminder-policies',
  'rooms',
  'services',
  'supervision-delegates',
])

/** Operations that start from no record, or say nothing about a child. */
const OPEN = new Set([
  // Registers a child for its provider.
  'createChild',
  // The way to a child outside the caseload.
  'createBreakGlassGrant',
  'createCalendarFeed',
  'findAvailability',
  // For needs without a child.
  'matchTherapists',
  // For documents of the centre, which are about no child.
  'queryKnowledge',
  'searchKnowledge',
  // A list limited to children of the caseload.
  'recallAssessments',
])

const sectionOf = (path: string) => path.split('/')[2]!

/** Whether a key bound to a provider may use it for children outside the caseload, or see them. */
export const isOpenToCaseloads = ({ id, method, path }: Operation): boolean =>
  OPEN.has(id) || (method !== 'get' && CENTRES_OWN.has(sectionOf(path)))
