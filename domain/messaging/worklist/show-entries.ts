import { can } from '#platform/core/access/permissions.ts'
import { missingForText, WITHHELD } from '#platform/core/access/withheld.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { upperSnake } from '#platform/core/records/upper-snake.ts'
import { REASONS, type Reason } from '../messages/rules.ts'
import type { FollowUpName } from '../follow-ups/names.ts'
import { actionsOf } from './actions-of.ts'
import { entryWords } from '../locales/entry-words.ts'
import type { EntryRow } from './entry-row.ts'
import { namesIn } from '../messages/names-in.ts'
import type { WorklistEntry } from './schemas.ts'
import { NEVER } from './worklist-sql.ts'

/** Shows entries with the names and the actions that the caller may see and do. */
export const showEntries = async (
  reader: Reader,
  rows: readonly EntryRow[],
): Promise<WorklistEntry[]> => {
  const names = await namesIn(
    reader,
    rows.flatMap(({ childId, assigneeId }) => [childId, assigneeId]),
  )
  const actions = await actionsOf(reader, rows)
  return rows.map((row, index) => ({
    ...shownOf(reader, row, (id) => names.get(id) ?? null),
    actions: actions[index]!,
  }))
}

const shownOf = (
  reader: Reader,
  row: EntryRow,
  nameOf: (id: string) => string | null,
): Omit<WorklistEntry, 'actions'> => {
  const { childId, assigneeId, subjectId, roles } = row
  const dueAt = utc(row.dueAt) === NEVER ? null : utc(row.dueAt)
  const { dueOnDay } = reader.platform.registry.worklist[row.kind]
  const subjectType = row.subjectType === null ? null : subjectTypeOf(row.subjectType)
  return {
    ...textsOf(reader, row),
    id: row.id,
    kind: row.kind,
    waitingStartedAt: utc(row.since),
    dueAt,
    dueOn: (dueOnDay && dueAt?.slice(0, 10)) ?? null,
    subject:
      subjectType === null || subjectId === null
        ? null
        : { type: subjectType, id: subjectId, name: row.name },
    subjectType,
    subjectId,
    child: childId === null ? null : { id: childId, name: nameOf(childId) },
    childId,
    assignee: assigneeId === null ? null : { id: assigneeId, name: nameOf(assigneeId) },
    assigneeId,
    role: roles.length === 1 ? roles[0]! : null,
    roles,
    claimedBy: row.claimedBy,
    claimedAt: utcOrNull(row.claimedAt),
    snoozeEndsAt: utcOrNull(row.snoozeEndsAt),
    snoozeReason: row.snoozeReason,
    followUpId: row.followUpId,
    followUpKind: followUpKindOf(row),
    step: row.step,
  }
}

/** What must be done and what happens otherwise. A generated text is shown to people who may read its sources. */
const textsOf = (
  { actor }: Reader,
  row: EntryRow,
): Pick<WorklistEntry, 'title' | 'consequence' | 'withheld'> => {
  const words = entryWords({ kind: row.kind, followUpKind: followUpKindOf(row) }, 'en')
  const { unreached } = row
  const missing = missingForText(actor, row, [row.title])
  const title =
    row.title ??
    (unreached === null ? words.title : `somebody was not reached: ${REASONS[unreached as Reason]}`)
  const isNamed = row.childId === null || can(actor, 'children:read')
  return {
    title: missing.length === 0 ? title : WITHHELD,
    consequence: words.consequence,
    withheld: [...new Set([...missing, ...(isNamed ? [] : ['children:read'])])],
  }
}

/** Rows have only kinds that this version knows. */
const followUpKindOf = ({ followUpKind }: EntryRow): WorklistEntry['followUpKind'] =>
  followUpKind === null ? null : upperSnake(followUpKind as FollowUpName)
