import { DomainError } from '../core/errors/errors.ts'
import {
  CENTRE_ONLY,
  permissionsOf,
  resourceOf,
  type Permission,
} from '../core/access/permissions.ts'

/** The names in a space-separated scope parameter, each once. */
export const parseScope = (scope: string): string[] => [
  ...new Set(scope.split(' ').filter(Boolean)),
]

/** Whether what was granted holds a scope: itself, or for `name.read` also the bare `name`. */
export const coversScope = (granted: readonly string[], scope: string): boolean =>
  granted.includes(scope) ||
  (scope.endsWith('.read') && granted.includes(scope.slice(0, -'.read'.length)))

/** What is left of scopes under a limit: a bare name under its `.read` becomes that. */
export const narrowScopes = (scopes: readonly string[], limit: readonly string[]): string[] => {
  const left = scopes.flatMap((scope) => {
    if (coversScope(limit, scope)) return [scope]
    return coversScope(limit, `${scope}.read`) ? [`${scope}.read`] : []
  })
  return [...new Set(left)]
}

/** The scopes that a request asks for, all that may be had when it names none, or `invalid_scope`. */
export const requestedScopes = (
  requested: string | undefined,
  granted: readonly string[],
): string[] => {
  const wanted = parseScope(requested ?? '')
  if (wanted.length === 0 && granted.length > 0) return [...granted]
  const refused = wanted.filter((scope) => !coversScope(granted, scope))
  if (wanted.length > 0 && refused.length === 0) return wanted
  const what =
    refused.length > 0 ? `The scope ${refused.join(' ')} was` : 'No scope is left that was'
  throw new DomainError('invalid_scope', `${what} not granted. Granted: ${granted.join(' ')}.`)
}

/**
 * What a key may do: the permissions of its scopes, on its resources (on all when it names none), without
 * those of the centre when it is bound to a provider.
 */
export const keyPermissions = (
  scopes: readonly string[],
  resources: readonly string[],
  providerId: string | null = null,
): ReadonlySet<Permission> => {
  const permissions = permissionsOf(scopes)
  if (resources.length === 0 && !providerId) return permissions
  return new Set(
    [...permissions].filter(
      (permission) =>
        (resources.length === 0 || resources.includes(resourceOf(permission))) &&
        !(providerId && CENTRE_ONLY.has(permission)),
    ),
  )
}
