/** What a response shows according to its schema, and the permission to read that elsewhere. */
import { z } from 'zod'
import type { Operation } from '../../api/http/operation.ts'
import { partsOf } from '../../api/http/schema-parts.ts'
import { permissionsOf, type Permission } from '#platform/core/access/permissions.ts'
import { quotedBy } from '#platform/core/access/quoting.ts'

/** Resources about the care of a child: those of the scopes `children` and `sessions`. */
const CLINICAL = permissionsOf(['children.read', 'sessions.read'])

/**
 * The permission to read each record: that of its retrieving operation. A record is a named schema that some
 * GET returns alone, in a list or in a page.
 */
export const readingPermissions = (
  operations: readonly Operation[],
): ReadonlyMap<string, Permission> => {
  const permissions = new Map<string, Permission>()
  for (const operation of operations)
    if (operation.method === 'get' && operation.permissions.length === 1)
      for (const record of recordsAnswered(operation.response))
        permissions.set(record, operation.permission)
  return permissions
}

/** The minimum permissions of an operation, given its response. */
export const neededToShow = (
  { response }: Operation,
  permissions: ReadonlyMap<string, Permission>,
): Permission[] => {
  const needed = new Set<Permission>()
  walk(response, (schema) => {
    const permission = permissions.get(nameOf(schema) ?? '')
    if (permission) needed.add(permission)
    for (const quoted of quotedBy(schema)) needed.add(quoted)
  })
  return [...needed].filter((permission) => CLINICAL.has(permission))
}

/** What an operation lets its caller read: a writer may see what they wrote. */
export const readBy = ({ permissions }: Operation): Permission[] =>
  permissions.map((permission) => permission.replace(/:write$/, ':read') as Permission)

const nameOf = (schema: z.core.$ZodType): string | undefined => z.globalRegistry.get(schema)?.id

const isPage = (name: string | undefined) => name === undefined || /(Page|List)$/.test(name)

const recordsAnswered = (schema: z.core.$ZodType): string[] => {
  const name = nameOf(schema)
  return isPage(name) ? partsOf(schema).flatMap(recordsAnswered) : [name!]
}

const walk = (
  schema: z.core.$ZodType,
  visit: (schema: z.core.$ZodType) => void,
  seen = new Set<z.core.$ZodType>(),
): void => {
  if (seen.has(schema)) return
  seen.add(schema)
  visit(schema)
  for (const part of partsOf(schema)) walk(part, visit, seen)
}
