/** References that are new in a list, keyed by the path of each item. */
export const newReferences = (
  path: string,
  ids: readonly string[],
  known: readonly string[] = [],
): Record<string, string> =>
  Object.fromEntries(
    ids
      .map((id, index) => [`${path}.${index}`, id] as const)
      .filter(([, id]) => !known.includes(id)),
  )
