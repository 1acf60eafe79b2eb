import { didYouMean } from '#platform/core/input/closest.ts'
import { invalid } from '#platform/core/errors/errors.ts'

/** The catalog entry with a name. `what` is the member that contains the name, for the error. */
export const namedIn = <Entry>(
  catalog: Readonly<Record<string, Entry>>,
  what: 'query' | 'action',
  name: string,
): Entry => {
  const entry = Object.hasOwn(catalog, name) ? catalog[name] : undefined
  if (entry) return entry
  const hint = didYouMean(name, Object.keys(catalog))
  throw invalid(what, 'invalid_value', `${what}: the catalog has no ${what} with this name${hint}.`)
}
