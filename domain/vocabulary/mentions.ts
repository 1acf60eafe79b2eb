import type { Condition } from './condition.ts'
import type { Emptying, Removing } from './erasing.ts'

/** Rows that mention a person without belonging to them, such as texts of files before they are matched. */
export interface Mentions {
  child: Condition
  client: Condition
  erasing: readonly [Removing | Emptying, ...(Removing | Emptying)[]]
}

/** A name that is a single letter cannot be searched for. */
const SHORTEST = 2

const says = (name: 'a' | 'b') =>
  `(length(n.${name}) >= ${SHORTEST + 2} AND position(n.${name} IN said.words) > 0)`

/** Two names per person as words, in a subquery that is evaluated once. */
const names = (table: 'children' | 'clients', column: string) =>
  `ARRAY(SELECT therapy.normalized_words(p.${column}) FROM ${table} p WHERE p.tenant_id = $1 AND p.id = ANY ($2) ORDER BY p.id)`

/** OFFSET 0 prevents the planner from computing the words again for each name. */
const named = (
  table: 'children' | 'clients',
  [a, b]: readonly [string, string],
  text: string,
  condition: string,
) =>
  `EXISTS (SELECT FROM (SELECT therapy.normalized_words(${text}) AS words OFFSET 0) said
    CROSS JOIN unnest(${names(table, a)}, ${names(table, b)}) AS n(a, b) WHERE ${condition})`

const CHILD = ['first_name', 'last_name'] as const
const CLIENT = ['name', 'email'] as const
const [A, B] = [says('a'), says('b')]

/**
 * Finds text that mentions a person: a child by both names, a client by name or e-mail address.
 * @param text an SQL expression on a row
 * @param isNobodys for rows without a known person: then one of a child's names is enough
 */
export const mentionedIn = (
  text: (row: string) => string,
  isNobodys: Condition,
): Pick<Mentions, 'child' | 'client'> => ({
  child: (row) =>
    named(
      'children',
      CHILD,
      text(row),
      `(${A} AND ${B}) OR (${isNobodys(row)} AND (${A} OR ${B}))`,
    ),
  client: (row) => named('clients', CLIENT, text(row), `${A} OR ${B}`),
})
