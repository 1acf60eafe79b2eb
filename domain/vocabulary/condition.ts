/** A condition on a row, by the alias it is read under. $1 tenant, $2 persons' ids, $3 ids of their records. */
export type Condition = (row: string) => string

export const is =
  (column: string): Condition =>
  (row) =>
    `${row}.${column} = ANY ($2)`

/** Of a record that is the person's. */
export const via =
  (column: string, parent: string, condition: Condition): Condition =>
  (row) => {
    const of = `${parent}_of`
    return `EXISTS (SELECT FROM ${parent} ${of} WHERE ${of}.tenant_id = ${row}.tenant_id AND ${of}.id = ${row}.${column} AND ${condition(of)})`
  }

/** About a record that is the person's. */
export const about: Condition = (row) =>
  `(${row}.subject_id = ANY ($2) OR ${row}.subject_id = ANY ($3))`
