/** A BCP 47 tag in RFC 5646 form (`es-mx` → `es-MX`); undefined if invalid. */
export const canonicalLanguage = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** New references of a list, by path of each item. */
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
