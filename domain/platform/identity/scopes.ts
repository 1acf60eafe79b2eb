import { DomainError } from '../core/errors/errors.ts'
import {
  CENTRE_ONLY,
  permissionsOf,
  resourceOf,
  type Permission,
} from '../core/access/permissions.ts'

/** The unique names in a space-separated scope parameter. */
export const parseScope = (scope: string): string[] => [
  ...new Set(scope.split(' ').filter(Boolean)),
]

/** Whether a grant includes a scope: the scope itself or, for `name.read`, also `name`. */
export const coversScope = (granted: readonly string[], scope: string): boolean =>
  granted.includes(scope) ||
  (scope.endsWith('.read') && granted.includes(scope.slice(0, -'.read'.length)))

/** Limits scopes: `name` limited by `name.read` becomes `name.read`. */
export const narrowScopes = (scopes: readonly string[], limit: readonly string[]): string[] => {
  const left = scopes.flatMap((scope) => {
    if (coversScope(limit, scope)) return [scope]
    return coversScope(limit, `${scope}.read`) ? [`${scope}.read`] : []
  })
  return [...new Set(left)]
}

/** The requested scopes; by default all that are available. Throws `invalid_scope` for others. */
export const requestedScopes = (
  requested: string | undefined,
  granted: readonly string[],
): string[] => {
  const wanted = parseScope(requested ?? '')
  if (wanted.length === 0 && granted.length > 0) return [...granted]
  const refused = wanted.filter((scope) => !coversScope(granted, scope))
  if (wanted.length > 0 && refused.length === 0) return wanted
  throw new DomainError(
    'invalid_scope',
    refused.length > 0
      ? `These scopes were not granted: ${refused.join(' ')}. Granted: ${granted.join(' ')}.`
      : 'None of the granted scopes is left. Create another key, or authorize again.',
  )
}

/**
 * The permissions of a key: those of its scopes, on its resources (by default all), without centre-wide ones if
 * the key is bound to a provider.
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
