import type { WorklistKind } from './worklist-kinds.ts'

/** An entry as the statements read it, with its mark. */
export interface EntryRow {
  id: string
  kind: WorklistKind
  recordId: string
  key: string
  since: Date
  title: string | null
  unreached: string | null
  dueAt: Date
  subjectType: string | null
  subjectId: string | null
  name: string | null
  childId: string | null
  locationId: string | null
  assigneeId: string | null
  roles: string[]
  /** The roles that its record names, also if it was handed over. */
  ownRoles: string[]
  mayAct: (string | null)[]
  first: (string | null)[]
  params: Record<string, string>
  followUpId: string | null
  followUpKind: string | null
  step: string | null
  readingNeeds: string[]
  markId: string | null
  claimedBy: string | null
  claimedAt: Date | null
  snoozeEndsAt: Date | null
  snoozeReason: string | null
}
