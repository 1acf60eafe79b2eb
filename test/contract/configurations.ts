import type { Operation } from '../../api/http/operation.ts'
import { operations } from '../../api/resources/index.ts'
import type { Permission } from '#platform/core/access/permissions.ts'

/**
 * What the pipeline knows about an operation besides its schemas and its work. Operations with the same
 * configuration take the same path, so one of them proves the refusals.
 */
export const configurationOf = (operation: Operation): string =>
  [
    operation.method.toUpperCase(),
    operation.params && 'by id',
    bodyKindOf(operation),
    operation.query && 'parameters' + (operation.expansions ? ' that expand' : ''),
    operation.permissions.length > 1 && 'several permissions',
    operation.alsoNeeds && 'more by content',
    operation.prepare && 'prepared',
    operation.freshProof && 'fresh proof',
    operation.streams && 'streams',
    operation.produces,
    operation.instead && 'other calls',
    operation.headers && 'own headers',
    operation.sunset && 'sunset',
    operation.status,
  ]
    .filter(Boolean)
    .join(', ')

const bodyKindOf = ({ body, bodyOptional, form }: Operation): string | false =>
  form ? 'form' : body ? (bodyOptional ? 'optional body' : 'body') : false

const byConfiguration = Map.groupBy(operations, configurationOf)

/** Each configuration, with the first operation that has it. */
export const CONFIGURATIONS = [...byConfiguration].map(([configuration, [operation]]) => ({
  configuration,
  operation: operation!,
}))

/** Each permission, with the first operation that needs it. */
export const BY_PERMISSION: ReadonlyMap<Permission, Operation> = new Map(
  operations
    .toReversed()
    .flatMap((operation) =>
      operation.permissions.map((permission) => [permission, operation] as const),
    ),
)
