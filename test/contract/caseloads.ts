import { resourceOf } from '#platform/core/access/permissions.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import type { PermissionShape } from '#vocabulary/resource.ts'
import { PERMISSIONS, WITHOUT_PERSONAL_DATA } from '#vocabulary/resources.ts'
import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'

const sectionOf = (path: string) => path.split('/')[2]!

/** Sections of the API about no child, whose records are in no table of the centre’s own. */
const ABOUT_NO_CHILD = new Set([
  'appointment-automation',
  'custom-fields',
  'group-appointments',
  'message-settings',
  'reminder-policies',
  'supervision-delegates',
])

const TABLES_OF_THE_CENTRE = new Set(
  Object.entries(WITHOUT_PERSONAL_DATA).flatMap(([table, why]) => (why === CENTRE ? [table] : [])),
)

const isCentreOnly = ({ permission }: Operation): boolean => {
  const { centreOnly = [] }: PermissionShape = PERMISSIONS[resourceOf(permission)]
  return centreOnly.length > 0
}

const sectionsKeptFromBound = new Set(
  operations.filter(isCentreOnly).map(({ path }) => sectionOf(path)),
)

/** Whether the path names records of the centre, about no child, that callers bound to a provider may write. */
export const isOfTheCentre = ({ path }: Operation): boolean => {
  const section = sectionOf(path)
  return (
    TABLES_OF_THE_CENTRE.has(section.replaceAll('-', '_')) && !sectionsKeptFromBound.has(section)
  )
}

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

/** Whether a key bound to a provider may use it for children outside the caseload, or see them. */
export const isOpenToCaseloads = (operation: Operation): boolean =>
  OPEN.has(operation.id) ||
  (operation.method !== 'get' &&
    (isOfTheCentre(operation) || ABOUT_NO_CHILD.has(sectionOf(operation.path))))
