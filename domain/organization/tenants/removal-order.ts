/** A table, and a table to which its rows refer. */
export interface Reference {
  from: string
  to: string
}

/**
 * Tables in the order of their removal: referring tables come before the tables to which they refer. Tables in
 * a cycle of references form a group.
 */
export const removalOrder = (
  tables: readonly string[],
  references: readonly Reference[],
): string[][] => {
  const reached = new Map(tables.map((table) => [table, reachedFrom(table, references)]))
  const groups = tables.map((table) => [
    table,
    ...[...reached.get(table)!].filter(
      (other) => other !== table && reached.get(other)?.has(table) === true,
    ),
  ])
  const whole = new Map(groups.map((group) => group.toSorted()).map((it) => [it.join(' '), it]))
  // A table that is referred to reaches fewer tables than the table that refers to it.
  const weight = ([table]: string[]) => reached.get(table!)!.size
  return [...whole.values()].toSorted((a, b) => weight(b) - weight(a))
}

const reachedFrom = (table: string, references: readonly Reference[]): Set<string> => {
  const reached = new Set([table])
  // The iteration of a set includes elements that are added meanwhile.
  for (const one of reached)
    for (const { from, to } of references) if (from === one) reached.add(to)
  return reached
}
