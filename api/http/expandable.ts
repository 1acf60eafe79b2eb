import type { z } from 'zod'
import type { Entity } from '#platform/core/records/ids.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

export type Item = Readonly<Record<string, unknown>>

/** A kind of record that responses can include in full instead of by id. */
interface Expandable {
  schema: z.ZodType
  /** The permission to fetch the record by its id. */
  permission: Needs
  /** Returns the given records that the caller may see. */
  load: (reader: Reader, ids: string[]) => Promise<{ id: string }[]>
}

export type Expandables = Readonly<Partial<Record<Entity, Expandable>>>

/**
 * A value of `expand`: `child` includes the record of `childId`; `provider` completes a record that is
 * otherwise shown only by name.
 */
export interface Expansion extends Expandable {
  name: string
  idIn: (item: Item) => unknown
}
