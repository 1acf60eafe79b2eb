import type { Condition } from './conditions.ts'
import type { Emptying, Removing } from './erasing.ts'

/** Rows that name a person without being theirs: text of files, before it is known whose it is. */
export interface Mentions {
  child: Condition
  client: Condition
  erasing: readonly [Removing | Emptying, ...(Removing | Emptying)[]]
}

/** One letter is no name to search for. */
const SHORTEST = 2

const says = (name: string) =>
  `(length(therapy.words_of(${name})) >= ${SHORTEST + 2} AND position(therapy.words_of(${name}) IN said.words) > 0)`

const named = (table: 'children' | 'clients', row: string, text: string, condition: string) =>
  `EXISTS (SELECT FROM ${table} n CROSS JOIN LATERAL (SELECT therapy.words_of(${text}) AS words) said
    WHERE n.tenant_id = ${row}.tenant_id AND n.id = ANY ($2) AND (${condition}))`

const [FIRST, LAST] = [says('n.first_name'), says('n.last_name')]

/**
 * Text that names a person: a child by both names, a client by the name or the e-mail.
 * @param text an SQL expression on a row
 * @param isNobodys of rows of which nobody knows whose they are: then either name of a child counts
 */
export const mentionedIn = (
  text: (row: string) => string,
  isNobodys: Condition,
): Pick<Mentions, 'child' | 'client'> => ({
  child: (row) =>
    named(
      'children',
      row,
      text(row),
      `${FIRST} AND ${LAST} OR ${isNobodys(row)} AND (${FIRST} OR ${LAST})`,
    ),
  client: (row) => named('clients', row, text(row), `${says('n.name')} OR ${says('n.email')}`),
})
