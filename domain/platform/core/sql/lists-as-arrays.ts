/** Matches `IN ($2,$3)` of any length, or another parameter. */
const PARAMETERS = / (NOT )?IN \((\$\d+(?:,\$\d+)*)\)|\$(\d+)/g

/**
 * Rewrites a statement of Prisma to use one array per list of values: `IN ($2,$3,$4)` becomes `= ANY ($2)`, so
 * that it has the same text for any number of values. All values in Prisma's statements are parameters.
 */
export const listsAsArrays = (
  text: string,
  values: readonly unknown[],
): { text: string; values: unknown[] } => {
  if (!text.includes(' IN ($')) return { text, values: [...values] }
  const kept: unknown[] = []
  const keep = (value: unknown): string => `$${kept.push(value)}`
  const valueOf = (number: string): unknown => values[Number(number) - 1]
  const rewritten = text.replaceAll(
    PARAMETERS,
    (_, not: string | undefined, list: string | undefined, single: string) =>
      list === undefined
        ? keep(valueOf(single))
        : ` ${not ? '<> ALL' : '= ANY'} (${keep(list.split(',').map((it) => valueOf(it.slice(1))))})`,
  )
  return { text: rewritten, values: kept }
}
