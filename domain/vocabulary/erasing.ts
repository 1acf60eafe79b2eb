import type { Condition } from './condition.ts'

/**
 * When a record goes: at once, as nothing obliges to keep it; when the clinical record, or what was paid,
 * need not be kept any more; or after both, as it says whose they are.
 */
export const ErasedWhen = ['AT_ONCE', 'CLINICAL', 'FINANCIAL', 'LAST'] as const
export type ErasedWhen = (typeof ErasedWhen)[number]

/** Why a record is not erased at all: it is of somebody else, or names nobody once the rest is erased. */
export const KeptBecause = ['CHILDS_RECORD', 'NAMELESS'] as const
export type KeptBecause = (typeof KeptBecause)[number]

export interface Removing {
  how: 'REMOVE'
  when: ErasedWhen
  /** Of the person's rows those alone; the others are a later rule's. */
  where?: Condition
  /** Each has a file of its id in the file store. */
  files?: true
}

/** Columns, or `column.member` of an object. What they become: therapy.erase_rows. */
export interface Emptying {
  how: 'EMPTY'
  when: ErasedWhen
  columns: readonly string[]
}

export interface Keeping {
  how: 'KEEP'
  because: KeptBecause
}

/** What an erasure does with the rows of a table that are a person's. */
export type Erasing = Removing | Emptying | Keeping

/** How rows are a person's, and what an erasure of that person does with them. */
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
