import type { Alone } from '../access/may-act-alone.ts'
import type { Needs, Permission } from '../access/permissions.ts'
import type { Entity } from './ids.ts'

/** An operation with which a person ends the wait. */
export interface WaitingAction {
  /** Its operation id. */
  operation: string
  /** The path of the operation. Its parameters are filled from `params` of the rows. */
  path: string
  /** POST by default. */
  method?: 'PATCH'
  needs: Needs
  /** Set if only those in `mayAct` of the rows may do it, or also keys that sign on behalf of providers. */
  namedOnly?: true | 'OR_ON_BEHALF'
  /** Set if only users with one of the `roles` of the rows may do it, and owners. */
  byRoles?: true
  /**
   * Set if the persons in `first` of the rows may not do it; see `assertSecondPerson`. With `alone`, one of
   * them may as the only person of the centre, a while after `since` of the rows; see `mayActAlone`.
   */
  second?: { isPerson?: true; keysAreProviders?: true; alone?: Pick<Alone, 'wait'> }
}

/**
 * Where the waiting records stand, as SQL expressions over the row `r` and its joins. `$1` is the tenant and `$2`
 * the current time. Everything is read under the row-level security of the caller.
 */
export interface WaitingRows {
  /** The table with its alias, `r` by default. */
  from: string
  joins?: string
  /** Whether the record waits. */
  where: string
  /** Since when it waits. A record that begins to wait anew has another instant, so that its marks end. */
  since: string
  /** When it is due; without it, the entry has no due date. */
  dueAt?: string
  /** The id under which marks find the row; `r.id` by default. */
  recordId?: string
  /** The part of the entry's id after it, with its slash; by default the kind. */
  key?: string
  /** The id of the record that the entry is about; by default the same. */
  subjectId?: string
  /** The type of that record, if rows differ. */
  subjectType?: string
  /** What a person must do, if rows differ; null for a message that was not delivered (`unreached`). */
  title?: string
  unreached?: string
  /** What its name is to people, such as the name of a provider. */
  name?: string
  childId?: string
  locationId?: string
  /** The user, provider or API key that is waited for. */
  assigneeId?: string
  /** The users, providers or API keys that may do actions with `namedOnly`, an array; by default the assignee. */
  mayAct?: string
  /** The roles that are waited for, an array. By default, everybody who may do one of the actions. */
  roles?: string
  /** Instead of `roles`, a column with one role or null. */
  role?: string
  /** The ids of the persons who acted first, an array: they may not do the actions for a second person. */
  first?: string
  /** The parameters of the paths; by default the id of the record as `id`. */
  params?: Readonly<Record<string, string>>
  /** For a step of a follow-up. */
  followUp?: { id: string; kind: string; step: string }
  /** The permissions that the sources of a generated title require, an array. */
  readingNeeds?: string
}

/**
 * A state that only a person can end, as the worklist lists it (domain/messaging/worklist). What a person must do,
 * and what happens if nobody does, are texts of the locale files, under `waiting`.
 */
export interface Waiting {
  /** The kind of the entries. */
  kind: string
  subject: Entity
  /** The permission to read the record. Callers without it do not see the entries. */
  reads: Permission
  actions: readonly WaitingAction[]
  rows: WaitingRows | readonly WaitingRows[]
  /** Set if it is due on a day: `dueAt` of the rows is then midnight of it, in UTC. */
  dueOnDay?: true
  /** Set if tasks ask people about the record: it is listed itself only while none of them is open. */
  hasTasks?: true
}

export const defineWaiting = <const Kind extends string>(
  waiting: Waiting & { kind: Kind },
): Waiting & { kind: Kind } => waiting

/** The reason of a state in which nothing is left to do. */
export const ENDED = 'it has ended'

/**
 * Whether a state waits for a person: how it is listed, the follow-up whose steps ask, or the reason why nobody
 * is waited for.
 */
export type Waits = Waiting | readonly Waiting[] | { followUp: string } | string
