import type { Condition } from './condition.ts'

/**
 * When a record is erased: immediately; after the clinical or the financial retention period; or after both,
 * because it identifies the person to whom the other records belong.
 */
export const ErasedWhen = ['AT_ONCE', 'CLINICAL', 'FINANCIAL', 'LAST'] as const
export type ErasedWhen = (typeof ErasedWhen)[number]

/** Why a record is never erased: it belongs to somebody else, or it names nobody once the rest is erased. */
export const KeptBecause = ['CHILDS_RECORD', 'NAMELESS'] as const
export type KeptBecause = (typeof KeptBecause)[number]

export interface Removing {
  how: 'REMOVE'
  when: ErasedWhen
  /** Limits the rule to some of the person's rows; later rules cover the others. */
  where?: Condition
  /** Each row has a file in the store, identified by the row's id. */
  files?: true
}

/** The columns, or `column.member` of an object. therapy.erase_rows defines their new values. */
export interface Emptying {
  how: 'EMPTY'
  when: ErasedWhen
  columns: readonly string[]
}

export interface Keeping {
  how: 'KEEP'
  because: KeptBecause
}

/** What an erasure does with a person's rows in a table. */
export type Erasing = Removing | Emptying | Keeping

/** Which rows belong to a person, and what the person's erasure does with them. */
export interface OfPerson {
  rows: Condition
  erasing: readonly Erasing[]
}

export const of = (rows: Condition, ...erasing: [Erasing, ...Erasing[]]): OfPerson => ({
  rows,
  erasing,
})

export const remove = (
  when: ErasedWhen,
  more: Pick<Removing, 'where' | 'files'> = {},
): Removing => ({ how: 'REMOVE', when, ...more })

export const empty = (when: ErasedWhen, ...columns: [string, ...string[]]): Emptying => ({
  how: 'EMPTY',
  when,
  columns,
})

export const keep = (because: KeptBecause): Keeping => ({ how: 'KEEP', because })
