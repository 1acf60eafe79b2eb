/** A BCP 47 tag in the form of RFC 5646 (`es-mx` → `es-MX`); undefined if it is invalid. */
export const canonicalLanguage = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

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
