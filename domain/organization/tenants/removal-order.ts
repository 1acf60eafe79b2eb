/** A table, and one that its rows refer to. */
export interface Reference {
  from: string
  to: string
}

/**
 * Tables in an order in which their rows can be removed: what refers to others before these. Those that refer to
 * each other in a circle are one group.
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
  // A table that is referred to reaches less than one that refers.
  const weight = ([table]: string[]) => reached.get(table!)!.size
  return [...whole.values()].toSorted((a, b) => weight(b) - weight(a))
}

const reachedFrom = (table: string, references: readonly Reference[]): Set<string> => {
  const reached = new Set([table])
  // A set that grows while it is gone through is gone through to its end.
  for (const one of reached)
    for (const { from, to } of references) if (from === one) reached.add(to)
  return reached
}
