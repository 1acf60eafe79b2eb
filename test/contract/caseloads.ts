import type { Operation } from '../../api/http/operation.ts'

/** Of the centre and not of a child: who may write them at all writes them all. What a provider has is not among them. */
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

/** Operations that begin with nobody's record, or say nothing of a child. */
const OPEN = new Set([
  // Registers one for its provider.
  'createChild',
  // The way to a child outside the caseload.
  'createBreakGlassGrant',
  'createCalendarFeed',
  'findAvailability',
  // Of needs without a child.
  'matchTherapists',
  // Of documents of the centre, which are about no child.
  'queryKnowledge',
  'searchKnowledge',
  // A list, of the caseload’s children alone.
  'recallAssessments',
])

const sectionOf = (path: string) => path.split('/')[2]!

/** Whether a key that is bound to a provider may do it for, or is shown, children outside the caseload. */
export const isOpenToCaseloads = ({ id, method, path }: Operation): boolean =>
  OPEN.has(id) || (method !== 'get' && CENTRES_OWN.has(sectionOf(path)))
