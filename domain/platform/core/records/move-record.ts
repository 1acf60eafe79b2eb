import type { Context } from '../context/context.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { changeRecord, type Change, type RecordKind } from './change-record.ts'
import { statusAfter, type Awaitable, type Moves } from './moves.ts'
import type { RecordRef } from './record-ref.ts'

interface Stateful {
  id: string
  status: string
}

/**
 * Makes a move of a locked record: `write` receives the next state and returns the changed record. Then the
 * move's event is announced and its workflows are woken, in the same transaction.
 */
export const move = async <
  Status extends string,
  Seen,
  Name extends string,
  Row extends Stateful & Seen,
>(
  tx: Transaction,
  table: Moves<Status, Seen, Name>,
  name: Name,
  before: Row,
  write: (status: Status) => Promise<Row>,
): Promise<Row> => {
  const after = await write(statusAfter(table, name, before.status))
  await follow(tx, table, name, after, before)
  return after
}

const follow = async <
  Status extends string,
  Seen,
  Name extends string,
  Row extends Stateful & Seen,
>(
  tx: Transaction,
  { subject, moves }: Moves<Status, Seen, Name>,
  name: Name,
  after: Row,
  before: Row,
): Promise<void> => {
  const { event, wakes = [] } = moves[name]
  await event?.send(tx, { type: subject, id: after.id }, after, before)
  for (const { workflow, action, subjectId } of wakes) {
    const id = subjectId ? subjectId(after, before) : after.id
    if (id !== null) tx[action](workflow, id)
  }
}

interface WithMove<Row, Data> {
  /** The changes in addition to the state. Throws to refuse the move. */
  fields?: (before: Row, tx: Transaction, status: string) => Awaitable<Data>
  /** Changes other records in the same transaction, after the move's event and wakes. */
  effects?: Change<Row, Data>['effects']
}

/** The name of a move, or a function that chooses it from the record before the change. */
type Chosen<Name, Row> = Name | ((before: Row) => Name)

const nameOf = <Name extends string, Row>(chosen: Chosen<Name, Row>, before: Row): Name =>
  typeof chosen === 'function' ? chosen(before) : chosen

/** A change of a record that makes a move. The table provides the state, the event and the wakes. */
export const moving = <
  Status extends string,
  Seen,
  Name extends string,
  Row extends Stateful & Seen,
  Data extends object = object,
>(
  table: Moves<Status, Seen, Name>,
  name: Chosen<Name, Row>,
  { fields, effects }: WithMove<Row, Data> = {},
) => ({
  fields: async (before: Row, tx: Transaction) => {
    const status = statusAfter(table, nameOf(name, before), before.status)
    return { ...(await fields?.(before, tx, status)), status }
  },
  effects: async (tx: Transaction, after: Row, before: Row) => {
    await follow(tx, table, nameOf(name, before), after, before)
    await effects?.(tx, after, before)
  },
})

/** Changes a record by a move: lock, load, If-Match, rule, write, audit, event, wakes, effects. */
export const moveRecord = <
  Status extends string,
  Seen,
  Name extends string,
  Row extends Stateful & Seen & { version: number },
  Data extends object,
  Shown extends object,
>(
  ctx: Context,
  ref: RecordRef,
  kind: RecordKind<Row, Data, Shown>,
  table: Moves<Status, Seen, Name>,
  name: Chosen<Name, Row>,
  change: WithMove<Row, Omit<Data, 'status'>> = {},
): Promise<Shown> => changeRecord(ctx, ref, kind, moving(table, name, change) as Change<Row, Data>)
