/** An SQL condition on a row with an alias. $1 is the tenant, $2 the persons' ids, and $3 the ids of their records. */
export type Condition = (row: string) => string

export const is =
  (column: string): Condition =>
  (row) =>
    `${row}.${column} = ANY ($2)`

/** Rows that are part of a record of the person. */
export const via =
  (column: string, parent: string, condition: Condition): Condition =>
  (row) => {
    const of = `${parent}_of`
    return `EXISTS (SELECT FROM ${parent} ${of} WHERE ${of}.tenant_id = ${row}.tenant_id AND ${of}.id = ${row}.${column} AND ${condition(of)})`
  }

/** Rows whose subject is the person or one of the person's records. */
export const about: Condition = (row) =>
  `(${row}.subject_id = ANY ($2) OR ${row}.subject_id = ANY ($3))`
