import { RECORDS } from '#vocabulary/resources.ts'
import type { Entity } from './ids.ts'
import { lockRecord } from '../transactions/lock-record.ts'
import type { Context } from '../context/context.ts'
import type { Needs } from '../access/permissions.ts'
import { ofAnotherLocation } from '../errors/database-errors.ts'
import { assertVersion } from './record.ts'
import { touched, type RecordRef } from './record-ref.ts'
import { transact, type Reader, type Transaction } from '../transactions/transaction.ts'

/** How records of one kind are changed. */
export interface RecordKind<Row, Data, Shown> {
  /** The record's name in audit rows and events. */
  type: Entity
  table: Parameters<typeof lockRecord>[1]
  permission: Needs
  /** The record in the tenant. Throws `not_found` if there is none. */
  load: (reader: Reader, id: string) => Promise<Row>
  update: (tx: Transaction, id: string, data: Data & ReturnType<typeof touched>) => Promise<Row>
  show: (row: Row, tx: Transaction) => Shown | Promise<Shown>
}

/** How a verb changes a record. */
export interface Change<Row, Data> {
  /** The rule: decides which fields of the locked record change, or throws. */
  fields: (before: Row, tx: Transaction) => Data | Promise<Data>
  /** Announces events and changes other records, in the same transaction. */
  effects?: (tx: Transaction, after: Row, before: Row) => void | Promise<void>
}

/** The order of every change of a record: lock, load, If-Match, rule, write, audit, outbox. */
export const changeRecord = <
  Row extends { version: number },
  Data extends object,
  Shown extends object,
>(
  ctx: Context,
  { id, version }: RecordRef,
  kind: RecordKind<Row, Data, Shown>,
  { fields, effects }: Change<Row, Data>,
): Promise<Shown> =>
  transact(ctx, kind.permission, async (tx) => {
    const before = await lockForChange(tx, { id, version }, kind)
    const data = await fields(before, tx)
    const after = await kind.update(tx, id, { ...data, ...touched(tx) })
    tx.changed({ type: kind.type, id }, before, after, await shownStates(kind, tx, before, after))
    await effects?.(tx, after, before)
    return kind.show(after, tx)
  })

/** Locks a record and returns its state, unless another location owns it or the caller has seen an older one. */
export const lockForChange = async <Row extends { version: number }>(
  tx: Transaction,
  { id, version }: RecordRef,
  kind: Pick<RecordKind<Row, never, unknown>, 'table' | 'load'>,
): Promise<Row> => {
  const locked = await lockRecord(tx, kind.table, id)
  const before = await kind.load(tx, id)
  if (locked.length === 0) throw ofAnotherLocation()
  assertVersion(before, version)
  return before
}

/** The states before and after in their API form, so that subscribers learn which members changed. */
const shownStates = async <Row, Data, Shown extends object>(
  kind: RecordKind<Row, Data, Shown>,
  tx: Transaction,
  before: Row,
  after: Row,
) => {
  if (!RECORDS[kind.type].announced) return undefined
  return { before: await kind.show(before, tx), after: await kind.show(after, tx) }
}
