import type { z } from 'zod'
import type { EmittableEvent } from '../../events/define-event.ts'
import { DomainError } from '../errors/errors.ts'
import type { Subject } from './subject.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { WorkflowDefinition } from '../workflow-kinds/workflows.ts'
import type { Waits } from './define-waiting.ts'
import type { Entity } from './ids.ts'

export type Awaitable<T> = T | Promise<T>

/** The event of a move, with the facts that it takes from the record. */
export interface Announcement<Row> {
  type: string
  send: (tx: Transaction, subject: Subject, after: Row, before: Row) => Promise<void>
}

/** The event that a move sends. Its facts are read from the record after the move. */
export const announcing = <Payload extends z.ZodType, Row>(
  event: EmittableEvent<Payload>,
  facts: (after: Row, tx: Transaction, before: Row) => Awaitable<z.input<Payload>>,
): Announcement<Row> => ({
  type: event.type,
  send: async (tx, subject, after, before) =>
    tx.emit(event, subject, await facts(after, tx, before)),
})

/** A workflow that a move wakes or starts. */
export interface Wake<Row> {
  workflow: WorkflowDefinition
  action: 'wake' | 'start'
  /** The subject of the workflow, by default the record; null wakes nothing. */
  subjectId?: (after: Row, before: Row) => string | null
}

export const waking = <Row = unknown>(
  workflow: WorkflowDefinition,
  subjectId?: Wake<Row>['subjectId'],
): Wake<Row> => ({ workflow, action: 'wake', ...(subjectId && { subjectId }) })

export const starting = (workflow: WorkflowDefinition): Wake<unknown> => ({
  workflow,
  action: 'start',
})

/** Who makes a move. By default a caller, by the operation named after the move and the record. */
type MadeBy =
  | {
      /** The operation, if it has another name. */
      operation?: string
      /** Another form of a move of the same operation: errors list that one. */
      unlisted?: true
      link?: never
      byPlatform?: never
    }
  /** A person, on the page of a link of this purpose. */
  | { link: string; operation?: never; unlisted?: never; byPlatform?: never }
  /** Only the platform: errors do not list it as an allowed move. */
  | { byPlatform: true; operation?: never; unlisted?: never; link?: never }

/** A move: its old and new states, its event, the workflows that it wakes, and who makes it. */
export type Move<Status extends string, Row> = MadeBy & {
  event?: Announcement<Row>
  wakes?: readonly Wake<Row>[]
} & (
    | { from: readonly Status[]; to: Status }
    /** The state stays. */
    | { from: readonly Status[]; to?: never }
    /** The next state depends on the last. */
    | { to: Partial<Record<Status, Status>>; from?: never }
  )

/** The states of one kind of record, with the moves between them. */
export interface Moves<Status extends string, Row, Name extends string> {
  /** With an article, for messages: "An order". */
  noun: string
  subject: Entity
  states: readonly Status[]
  /** States in which a record can be created. */
  initial: readonly Status[]
  /** States to which no move of this table leads, and how a record reaches them. */
  elsewhere?: Partial<Record<Status, string>>
  /** Whether each state waits for a person; if not, why. */
  waits: Record<Status, Waits>
  moves: Record<Name, Move<Status, Row>>
}

/** Defines a table of moves. `Row` has the members that their events and wakes read. */
export const defineMoves =
  <Row>() =>
  <const Status extends string, Name extends string>(
    table: { states: readonly Status[] } & Moves<NoInfer<Status>, Row, Name>,
  ): Moves<Status, Row, Name> =>
    table

/** The state after a move; undefined if the move is not allowed from this state. */
export const nextStatus = <Status extends string>(
  { from, to }: Pick<Move<Status, never>, 'from' | 'to'>,
  status: string,
): Status | undefined => {
  const known = status as Status
  if (typeof to === 'object') return to[known]
  if (!from?.includes(known)) return undefined
  return to ?? known
}

/** The moves that callers may make by an operation from a state. */
export const movesFrom = <Status extends string, Row, Name extends string>(
  { moves }: Pick<Moves<Status, Row, Name>, 'moves'>,
  status: string,
): Name[] =>
  (Object.keys(moves) as Name[]).filter(
    (name) =>
      !moves[name].byPlatform &&
      !moves[name].link &&
      !moves[name].unlisted &&
      nextStatus<Status>(moves[name], status),
  )

/** The id of the operation by which callers make a move; undefined for a link or the platform. */
export const operationOf = (
  { subject, moves }: Pick<Moves<string, never, string>, 'subject' | 'moves'>,
  name: string,
): string | undefined => {
  const { operation, link, byPlatform } = moves[name]!
  if (link ?? byPlatform) return undefined
  const verb = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return operation ?? `${verb}${subject[0]!.toUpperCase()}${subject.slice(1)}`
}

/** The state after a move, or `invalid_transition`. Verbs call `move` or `moveRecord`, which also send what follows. */
export const statusAfter = <Status extends string, Row, Name extends string>(
  table: Moves<Status, Row, Name>,
  name: Name,
  status: string,
): Status => {
  const next = nextStatus<Status>(table.moves[name], status)
  if (next) return next
  throw new DomainError(
    'invalid_transition',
    `${table.noun} that is ${status} does not allow '${name}'.`,
    { extra: { status, allowed: movesFrom(table, status) } },
  )
}

/** Throws `invalid_transition` if the state does not allow this move. The error lists the moves that it allows. */
export const assertMove = <Status extends string, Row, Name extends string>(
  table: Moves<Status, Row, Name>,
  name: Name,
  { status }: { status: string },
): void => void statusAfter(table, name, status)
