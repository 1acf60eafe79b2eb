/** A BCP 47 tag as RFC 5646 writes it (`es-mx` → `es-MX`); undefined when it is none. */
export const canonicalLanguage = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** The references of a list by the path of each item, without those that the record has already. */
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
