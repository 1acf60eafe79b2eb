import { areSecondPersons } from '#platform/core/access/assert-second-person.ts'
import {
  loadStanding,
  refusalOfAlone,
  type Alone,
  type Standing,
} from '#platform/core/access/may-act-alone.ts'
import { isSignedIn } from '#platform/core/access/is-signed-in.ts'
import { can, permissionsIn } from '#platform/core/access/permissions.ts'
import type { WaitingAction } from '#platform/core/records/define-waiting.ts'
import { named } from '#platform/core/context/registry.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { permissionFor } from '../follow-ups/permission-for.ts'
import { namesOf } from '../tasks/names-of.ts'
import type { EntryRow } from './entry-row.ts'
import { readable } from './readable.ts'
import type { WorklistEntry } from './schemas.ts'
import { rolesOf } from './selection-of.ts'
import { worklistSql } from './worklist-sql.ts'

type Shown = WorklistEntry['actions'][number]

/** An action on the record of an entry, or of what its task or step is about. */
interface Candidate {
  action: WaitingAction
  row: EntryRow
  params: Readonly<Record<string, string>>
}

/** For each entry, the operations that the caller may call now. */
export const actionsOf = async (reader: Reader, rows: readonly EntryRow[]): Promise<Shown[][]> => {
  const about = await loadAbout(reader, rows)
  const asked = rows.map((row) => candidatesOf(reader, row, about))
  const isAllowed = await loadRules(reader, asked.flat())
  return asked.map((candidates) => [
    ...new Map(
      candidates.filter(isAllowed).map((candidate) => [pathOf(candidate), shownOf(candidate)]),
    ).values(),
  ])
}

const candidatesOf = (
  reader: Reader,
  row: EntryRow,
  about: ReadonlyMap<string, EntryRow[]>,
): Candidate[] => {
  const { worklist, followUps } = reader.platform.registry
  const own = worklist[row.kind].actions.map((action) => ({ action, row, params: row.params }))
  const isOfFollowUp = row.followUpKind !== null
  const mayOperate =
    !isOfFollowUp || can(reader.actor, permissionFor(reader, row.followUpKind!, 'write'))
  const ofSubject = isOfFollowUp
    ? (named(followUps, row.followUpKind!).actions ?? []).map((action) => ({
        action,
        row,
        params: { id: row.subjectId! },
      }))
    : []
  const waiting = (about.get(row.subjectId ?? '') ?? []).flatMap((it) =>
    worklist[it.kind].actions.map((action) => ({ action, row: it, params: it.params })),
  )
  const asks = row.kind === 'TASK' || isOfFollowUp
  return [...(asks ? waiting : []), ...ofSubject, ...(mayOperate ? own : [])]
}

/** What waits about the records of tasks and steps, which can end them. */
const loadAbout = async (
  reader: Reader,
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<string, EntryRow[]>> => {
  const ids = rows.flatMap(({ kind, followUpKind, subjectId }) =>
    (kind === 'TASK' || followUpKind !== null) && subjectId !== null ? [subjectId] : [],
  )
  if (ids.length === 0) return new Map()
  const { kinds, followUps } = readable(reader)
  const { about } = worklistSql(reader.platform.registry.worklist)
  const values = [reader.tenantId, reader.now, followUps, kinds, [...new Set(ids)]]
  return Map.groupBy(await reader.sql<EntryRow>(about, values), ({ recordId }) => recordId)
}

/** Whether the caller may do an action: the permissions, the named persons and roles, and the second person. */
const loadRules = async (
  reader: Reader,
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate) => boolean> => {
  const { actor } = reader
  const names = namesOf(actor)
  const roles = candidates.some(({ action }) => action.byRoles) ? await rolesOf(reader) : []
  const mayActAsNamed = ({ action: { namedOnly }, row: { mayAct } }: Candidate): boolean =>
    namedOnly === undefined ||
    mayAct.some((id) => id !== null && names.includes(id)) ||
    (namedOnly === 'OR_ON_BEHALF' && !actor.providerId && can(actor, 'signatures-on-behalf:write'))
  const hasRole = ({ action: { byRoles }, row: { ownRoles } }: Candidate): boolean =>
    !byRoles || roles.some((role) => role === 'OWNER' || ownRoles.includes(role))
  const isPermitted = ({ action }: Candidate): boolean =>
    permissionsIn(action.needs).every((needed) => can(actor, needed))
  const permitted = candidates.filter((it) => isPermitted(it) && mayActAsNamed(it) && hasRole(it))
  const guarded = permitted.filter(({ action }) => action.second)
  const answers =
    guarded.length === 0
      ? []
      : await areSecondPersons(
          reader,
          guarded.map(({ action, row }) => ({ concerned: row.first, ...action.second })),
        )
  const others = guarded.filter((_, index) => !answers[index])
  const alone = await mayActAlone(reader, others)
  const refused = new Set(others.filter((it) => !alone(it)))
  const allowed = new Set(permitted.filter((it) => !refused.has(it)))
  return (candidate) => allowed.has(candidate)
}

/** Whether the caller may do an action for a second person as the only person of the centre. */
const mayActAlone = async (
  reader: Reader,
  refused: readonly Candidate[],
): Promise<(candidate: Candidate) => boolean> => {
  if (!isSignedIn(reader.actor)) return () => false
  const standings = new Map<string, Standing>()
  for (const { action } of refused)
    for (const alone of rulesOf(action))
      if (!standings.has(keyOf(alone)))
        standings.set(keyOf(alone), await loadStanding(reader, alone))
  return ({ action, row: { since } }) =>
    action.second?.alone !== undefined &&
    rulesOf(action).every(
      (alone) => !refusalOfAlone(reader, standings.get(keyOf(alone))!, { ...alone, since }),
    )
}

/** The permissions of an action, each with how long the only person who has it waits. */
const rulesOf = ({ needs, second }: WaitingAction): Pick<Alone, 'permission' | 'wait'>[] =>
  second?.alone ? permissionsIn(needs).map((permission) => ({ permission, ...second.alone })) : []

const keyOf = ({ permission, wait }: Pick<Alone, 'permission' | 'wait'>): string =>
  `${permission} ${wait ?? ''}`

const pathOf = ({ action, params }: Candidate): string =>
  `${action.method ?? 'POST'} ${action.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`

const shownOf = (candidate: Candidate): Shown => {
  const [method, path] = pathOf(candidate).split(' ') as [Shown['method'], string]
  return { operation: candidate.action.operation, method, path }
}
