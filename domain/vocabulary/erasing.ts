import type { Condition } from './condition.ts'

/**
 * When a record is erased: immediately; after the clinical or financial retention; or after both, because it
 * identifies the person of the other records.
 */
export const ErasedWhen = ['AT_ONCE', 'CLINICAL', 'FINANCIAL', 'LAST'] as const
export type ErasedWhen = (typeof ErasedWhen)[number]

/** Why a record is never erased: it belongs to somebody else, or names nobody once the rest is erased. */
export const KeptBecause = ['CHILDS_RECORD', 'NAMELESS'] as const
export type KeptBecause = (typeof KeptBecause)[number]

export interface Removing {
  how: 'REMOVE'
  when: ErasedWhen
  /** Only those of the person's rows; later rules cover the others. */
  where?: Condition
  /** Each has a file with its id in the store. */
  files?: true
}

/** Columns, or `column.member` of an object. Their new values: therapy.erase_rows. */
export interface Emptying {
  how: 'EMPTY'
  when: ErasedWhen
  columns: readonly string[]
}

export interface Keeping {
  how: 'KEEP'
  because: KeptBecause
}

/** An erasure's effect on a person's rows in a table. */
export type Erasing = Removing | Emptying | Keeping

/** How rows belong to a person, and the effect of that person's erasure. */
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
