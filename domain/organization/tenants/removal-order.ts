/** A table and one that its rows reference. */
export interface Reference {
  from: string
  to: string
}

/** Tables in removal order: referencing before referenced ones. Those in a reference cycle form a group. */
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
  // A referenced table reaches fewer tables than a referencing one.
  const weight = ([table]: string[]) => reached.get(table!)!.size
  return [...whole.values()].toSorted((a, b) => weight(b) - weight(a))
}

const reachedFrom = (table: string, references: readonly Reference[]): Set<string> => {
  const reached = new Set([table])
  // Iterating a set includes elements added meanwhile.
  for (const one of reached)
    for (const { from, to } of references) if (from === one) reached.add(to)
  return reached
}
