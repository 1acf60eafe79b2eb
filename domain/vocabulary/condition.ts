/** An SQL condition on a row with an alias. $1 tenant, $2 persons' ids, $3 ids of their records. */
export type Condition = (row: string) => string

export const is =
  (column: string): Condition =>
  (row) =>
    `${row}.${column} = ANY ($2)`

/** Part of a record of the person. */
export const via =
  (column: string, parent: string, condition: Condition): Condition =>
  (row) => {
    const of = `${parent}_of`
    return `EXISTS (SELECT FROM ${parent} ${of} WHERE ${of}.tenant_id = ${row}.tenant_id AND ${of}.id = ${row}.${column} AND ${condition(of)})`
  }

/** About a record of the person. */
export const about: Condition = (row) =>
  `(${row}.subject_id = ANY ($2) OR ${row}.subject_id = ANY ($3))`
