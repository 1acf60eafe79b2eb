import { invalid } from '#platform/core/errors/errors.ts'

/** The values of a form, keyed by name: an empty field counts as absent, and a repeated name has all its values. */
export const givenBy = (
  entries: readonly (readonly [name: string, value: unknown])[],
): Record<string, unknown> => {
  const [broken] = entries.find((entry) => entry.some((text) => hasNul(text))) ?? []
  if (broken !== undefined) throw invalid(broken, 'invalid_format', `${broken} contains NUL.`)
  const filled = Map.groupBy(
    entries.filter(([, value]) => value !== ''),
    ([name]) => name,
  )
  return Object.fromEntries(
    [...filled].map(([name, all]) => [name, all.length > 1 ? all.map(([, it]) => it) : all[0]![1]]),
  )
}

const hasNul = (text: unknown) => typeof text === 'string' && text.includes('\u0000')
