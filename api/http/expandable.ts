import type { z } from 'zod'
import type { Entity } from '#platform/core/records/ids.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

export type Item = Readonly<Record<string, unknown>>

/** A kind of record that answers can show whole instead of by its id. */
interface Expandable {
  schema: z.ZodType
  /** What fetching it by itself takes. */
  permission: Needs
  /** Those of these records that the caller may see. */
  load: (reader: Reader, ids: string[]) => Promise<{ id: string }[]>
}

export type Expandables = Readonly<Partial<Record<Entity, Expandable>>>

/** One value of `expand`: `child` shows the record that `childId` names, `provider` the whole of one that is shown by name. */
export interface Expansion extends Expandable {
  name: string
  idIn: (item: Item) => unknown
}
