import { MAX_LIMIT } from '#platform/core/lists/paging.ts'
import type { Waiting, WaitingRows } from '#platform/core/records/define-waiting.ts'

/** The due time of an entry that has none, by which it is sorted. */
export const NEVER = '9999-12-31T00:00:00.000Z'
const NEVER_AT = `timestamptz '${NEVER}'`

/**
 * The parameters of every statement: 1 the tenant, 2 the current time, 3 the kinds of follow-ups that the caller
 * may read, 4 the kinds of entries. Lists and counts continue with 5 whether snoozed entries are selected, 6 the
 * child, 7 ids of assignees, 8 roles, 9 the kinds whose actions the caller may do, 10 the view, 11 and 12 the
 * range of due times, 13 the location; lists with 14 and 15, the last entry of the previous page, and 16, the
 * number of entries.
 */
export type Narrowing = 'ALL' | 'NAMED' | 'ASSIGNED' | 'OF_ROLES'

const recordIdOf = ({ recordId, from }: WaitingRows): string => recordId ?? `${aliasOf(from)}.id`

const aliasOf = (from: string): string => from.split(/\s/).at(-1)!

const keyOf = ({ kind }: Waiting, { key }: WaitingRows): string =>
  key ?? `'/${kind.toLowerCase().replaceAll('_', '-')}'`

const rolesOf = ({ roles, role }: WaitingRows): string =>
  roles ?? (role ? `CASE WHEN ${role} IS NULL THEN '{}' ELSE ARRAY[${role}] END` : `'{}'::text[]`)

const jsonOf = (params: Readonly<Record<string, string>>): string =>
  `jsonb_build_object(${Object.entries(params)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`

/** The columns of an entry, before its mark is joined. */
const columnsOf = (waiting: Waiting, rows: WaitingRows): string => {
  const id = recordIdOf(rows)
  const subjectId = rows.subjectId ?? id
  const assigneeId = rows.assigneeId ?? 'NULL::text'
  return `${id} || ${keyOf(waiting, rows)} AS id, '${waiting.kind}' AS kind, ${id} AS "recordId",
      ${keyOf(waiting, rows)} AS key, ${rows.since} AS since, ${rows.title ?? 'NULL::text'} AS title,
      ${rows.unreached ?? 'NULL::text'} AS unreached, ${dueOf(rows)} AS "dueAt",
      ${rows.subjectType ?? `'${waiting.subject}'`} AS "subjectType", ${subjectId} AS "subjectId",
      ${rows.name ?? 'NULL::text'} AS name, ${rows.childId ?? 'NULL::text'} AS "childId",
      ${rows.locationId ?? 'NULL::text'} AS "locationId", ${assigneeId} AS "assigneeId", ${rolesOf(rows)} AS roles,
      ${rows.mayAct ?? `ARRAY[${assigneeId}]`} AS "mayAct", ${rows.first ?? `'{}'::text[]`} AS first,
      ${jsonOf(rows.params ?? { id })} AS params, ${rows.followUp?.id ?? 'NULL::text'} AS "followUpId",
      ${rows.followUp?.kind ?? 'NULL::text'} AS "followUpKind", ${rows.followUp?.step ?? 'NULL::text'} AS step,
      ${rows.readingNeeds ?? `'{}'::text[]`} AS "readingNeeds"`
}

/** Due times that can be missing are sorted last; an index has this expression too. */
const dueOf = ({ dueAt }: WaitingRows): string =>
  dueAt === undefined ? NEVER_AT : `COALESCE(${dueAt}, ${NEVER_AT})`

/** The waiting rows of one kind. */
const sourceOf = (waiting: Waiting, rows: WaitingRows, condition: string): string => {
  const alias = aliasOf(rows.from)
  return `SELECT ${columnsOf(waiting, rows)}
      FROM ${rows.from} ${rows.joins ?? ''}
      WHERE ${alias}.tenant_id = $1 AND '${waiting.kind}' = ANY ($4::text[]) AND (${rows.where}) AND ${condition}`
}

const WITHOUT_TASK = (subjectId: string): string =>
  `NOT EXISTS (SELECT FROM tasks t WHERE t.tenant_id = $1 AND t.subject_id = ${subjectId} AND t.status = 'OPEN')`

const listedOnly = ({ hasTasks }: Waiting, rows: WaitingRows): string =>
  hasTasks ? WITHOUT_TASK(rows.subjectId ?? recordIdOf(rows)) : 'true'

/** Whom an entry waits for: the person or role to whom it was handed over, otherwise those whom its record names. */
const IS_HANDED_OVER = '(m.assignee_id IS NOT NULL OR m.role IS NOT NULL)'
const ASSIGNEE = `CASE WHEN ${IS_HANDED_OVER} THEN m.assignee_id ELSE e."assigneeId" END`
const ROLES = `CASE WHEN m.role IS NOT NULL THEN ARRAY[m.role] WHEN m.assignee_id IS NOT NULL THEN '{}'::text[] ELSE e.roles END`

const MARKED = `e.id, e.kind, e."recordId", e.key, e.since, e.title, e.unreached, e."dueAt", e."subjectType", e."subjectId",
    e.name, e."childId", e."locationId", ${ASSIGNEE} AS "assigneeId", ${ROLES} AS roles, e."mayAct", e.first, e.params,
    e.roles AS "ownRoles",
    e."followUpId", e."followUpKind", e.step, e."readingNeeds", m.id AS "markId", m.claimed_by AS "claimedBy",
    m.claimed_at AS "claimedAt", m.snooze_ends_at AS "snoozeEndsAt", m.snooze_reason AS "snoozeReason"`

/** A mark is of an entry until its record stops to wait. Written so that `since` is read only if there is a mark. */
const MARKS = `LEFT JOIN worklist_marks m ON m.tenant_id = $1 AND m.entry_id = e.id AND m.since IS NOT DISTINCT FROM e.since`

const SELECTED = `(COALESCE(m.snooze_ends_at > $2, false) = $5::boolean)
    AND ($6::text IS NULL OR e."childId" = $6)
    AND CASE $10::text
      WHEN 'ASSIGNED' THEN ${ASSIGNEE} = ANY ($7::text[]) OR ${ROLES} && $8::text[] OR m.claimed_by = ANY ($7::text[])
      WHEN 'MY_ROLES' THEN m.claimed_by IS NULL AND ${ASSIGNEE} IS NULL
        AND (${ROLES} && $8::text[] OR (cardinality(${ROLES}) = 0 AND e.kind = ANY ($9::text[])))
      WHEN 'UNASSIGNED' THEN m.claimed_by IS NULL AND ${ASSIGNEE} IS NULL AND cardinality(${ROLES}) = 0
      ELSE true END
    AND ($11::timestamptz IS NULL OR e."dueAt" >= $11) AND ($12::timestamptz IS NULL OR e."dueAt" < $12)
    AND ($13::text IS NULL OR COALESCE(e."locationId",
      (SELECT c.location_id FROM children c WHERE c.tenant_id = $1 AND c.id = e."childId")) = $13)`

/** Marks of the callers, by which entries are found that their records do not assign to them. */
const MARKED_FOR_ME = `ARRAY(SELECT k.record_id FROM worklist_marks k WHERE k.tenant_id = $1
        AND (k.assignee_id = ANY ($7::text[]) OR k.role = ANY ($8::text[]) OR k.claimed_by = ANY ($7::text[])))`

/**
 * Conditions over the record's own columns, so that an index finds the few rows of one person. Each is a branch of
 * its own, because no index answers an OR over two tables. NAMED leaves out the branches of marks, which most people
 * do not have: starting a branch costs more than reading its rows.
 */
const waysOf = (narrowing: Narrowing, rows: WaitingRows): string[] => {
  if (narrowing === 'ALL') return ['true']
  const { assigneeId, role, roles } = rows
  const named = [
    ...(narrowing !== 'OF_ROLES' && assigneeId ? [`${assigneeId} = ANY ($7::text[])`] : []),
    ...(role ? [`${role} = ANY ($8::text[])`] : []),
    ...(roles ? [`${roles} && $8::text[]`] : []),
  ]
  const isForEverybody = narrowing === 'OF_ROLES' && !assigneeId && !role && !roles
  if (isForEverybody) return ['true']
  const isNamed = `(${named.join(' OR ')})`
  if (narrowing === 'NAMED') return named.length === 0 ? [] : [isNamed]
  const marked = `${recordIdOf(rows)} = ANY (${MARKED_FOR_ME})`
  if (named.length === 0) return [marked]
  return [isNamed, `${marked} AND ${isNamed} IS NOT TRUE`]
}

/** The rows of one kind in one table, that meet a condition. */
type Branch = [waiting: Waiting, rows: WaitingRows, condition: string]

const branchesOf = (kinds: readonly Waiting[], narrowing: Narrowing = 'ALL'): Branch[] =>
  kinds.flatMap((waiting) =>
    [waiting.rows]
      .flat()
      .flatMap((rows) => waysOf(narrowing, rows).map((way): Branch => [waiting, rows, way])),
  )

/**
 * Reads a page of each kind in the order of the list, and merges them. The planner cannot estimate the filters; as a
 * CASE they do not make it expect one row, for which it would read all rows and sort them, and the limit is a number. The few rows of a person
 * are sorted instead: in the order of an index, those of everybody would be read.
 */
const listOf = (kinds: readonly Waiting[], narrowing: Narrowing, order: 'ASC' | 'DESC'): string => {
  const next = order === 'ASC' ? '>' : '<'
  const sortedBy =
    narrowing === 'ASSIGNED' || narrowing === 'NAMED' ? `e."dueAt" + interval '0 s'` : 'e."dueAt"'
  const branches = branchesOf(kinds, narrowing).map(
    ([waiting, rows, way]) => `(
    SELECT ${MARKED}
    FROM (${sourceOf(waiting, rows, `${listedOnly(waiting, rows)} AND ${way}`)}) e ${MARKS}
    WHERE CASE WHEN ${SELECTED}
      AND ($14::timestamptz IS NULL OR (e."dueAt", e.id) ${next} ($14, $15::text)) THEN true ELSE false END
    ORDER BY ${sortedBy} ${order}, e."recordId" ${order}, e.key ${order} LIMIT ${MAX_LIMIT + 1})`,
  )
  return `${branches.join(' UNION ALL ')} ORDER BY "dueAt" ${order}, id ${order} LIMIT $16`
}

const countOf = (kinds: readonly Waiting[], narrowing: Narrowing): string => {
  const branches = branchesOf(kinds, narrowing).map(
    ([waiting, rows, way]) => `
    SELECT e.kind, count(*)::int AS entries, (count(*) FILTER (WHERE e."dueAt" < $2))::int AS overdue
    FROM (${sourceOf(waiting, rows, `${listedOnly(waiting, rows)} AND ${way}`)}) e ${MARKS}
    WHERE ${SELECTED} GROUP BY e.kind`,
  )
  return `SELECT kind, sum(entries)::int AS count, sum(overdue)::int AS overdue
    FROM (${branches.join(' UNION ALL ')}) counted GROUP BY kind`
}

/** One entry: 5 is the id of its record and 6 its own id. */
const oneOf = (kinds: readonly Waiting[]): string => {
  const branches = branchesOf(kinds).map(
    ([waiting, rows]) => `
    SELECT ${MARKED} FROM (${sourceOf(waiting, rows, `${recordIdOf(rows)} = $5::text`)}) e ${MARKS}
    WHERE e.id = $6::text`,
  )
  return branches.join(' UNION ALL ')
}

/** What waits about these records (5), also if tasks ask about it. Tasks and follow-ups are not records of their own. */
const aboutOf = (kinds: readonly Waiting[]): string => {
  const branches = branchesOf(kinds)
    .filter(([, { subjectType }]) => subjectType === undefined)
    .map(
      ([waiting, rows]) => `
    SELECT ${MARKED} FROM (${sourceOf(waiting, rows, `${recordIdOf(rows)} = ANY ($5::text[])`)}) e ${MARKS}
    WHERE $2::timestamptz IS NOT NULL AND $3::text[] IS NOT NULL`,
    )
  return branches.join(' UNION ALL ')
}

/** What has begun to wait from 5 on and before 6, earliest first; 7 is the number of entries. */
const sinceOf = (kinds: readonly Waiting[]): string => {
  const branches = branchesOf(kinds).map(
    ([waiting, rows]) => `
    SELECT ${MARKED} FROM (${sourceOf(waiting, rows, listedOnly(waiting, rows))}) e ${MARKS}
    WHERE e.since >= $5::timestamptz AND e.since < $6::timestamptz AND $3::text[] IS NOT NULL`,
  )
  return `${branches.join(' UNION ALL ')} ORDER BY since, id LIMIT $7`
}

interface WorklistSql {
  list: Record<Narrowing, { earliestFirst: string; latestFirst: string }>
  count: Record<Narrowing, string>
  one: string
  about: string
  since: string
}

const built = new WeakMap<object, WorklistSql>()

/** The statements of the worklist, from everything that is declared to wait. They are built once. */
export const worklistSql = (declared: Readonly<Record<string, Waiting>>): WorklistSql => {
  const known = built.get(declared)
  if (known) return known
  const kinds = Object.values(declared)
  const listed = (narrowing: Narrowing) => ({
    earliestFirst: listOf(kinds, narrowing, 'ASC'),
    latestFirst: listOf(kinds, narrowing, 'DESC'),
  })
  const made: WorklistSql = {
    list: {
      ALL: listed('ALL'),
      NAMED: listed('NAMED'),
      ASSIGNED: listed('ASSIGNED'),
      OF_ROLES: listed('OF_ROLES'),
    },
    count: {
      ALL: countOf(kinds, 'ALL'),
      NAMED: countOf(kinds, 'NAMED'),
      ASSIGNED: countOf(kinds, 'ASSIGNED'),
      OF_ROLES: countOf(kinds, 'OF_ROLES'),
    },
    one: oneOf(kinds),
    about: aboutOf(kinds),
    since: sinceOf(kinds),
  }
  built.set(declared, made)
  return made
}
