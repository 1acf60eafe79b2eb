import { keyOrigins } from '#platform/core/access/key-origins.ts'
import { permissionsOfRole, ROLES, type Role } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * The roles that decide which assistants are open to the caller: the person's own roles, or those of the person
 * who created the API key, directly or through other keys. Undefined if every assistant is open: to the
 * platform, to keys of the operator, and to keys of people who manage knowledge.
 */
export const askingRoles = async (reader: Reader): Promise<readonly string[] | undefined> => {
  const { tenantId, actor } = reader
  if (actor.kind !== 'USER' && actor.kind !== 'API_KEY') return undefined
  const id = actor.kind === 'USER' ? actor.id : (await keyOrigins(reader, [actor.id]))[0]?.origin
  const [person] = await reader.asCentre(() => reader.sql<Person>(PERSON, [tenantId, id]))
  if (actor.kind === 'USER') return person?.roles ?? []
  if (!person || person.managesKnowledge || person.roles.some(managesKnowledge)) return undefined
  return person.roles
}

const managesKnowledge = (role: string): boolean =>
  role in ROLES && permissionsOfRole(role as Role).has('knowledge:write')

interface Person {
  roles: string[]
  /** By a role that the centre defined. */
  managesKnowledge: boolean
}

const PERSON = `
  SELECT u.roles, EXISTS (SELECT FROM roles r WHERE r.tenant_id = $1 AND r.id = ANY (u.roles) AND r.archived_at IS NULL
    AND 'knowledge:write' = ANY (r.permissions)) AS "managesKnowledge"
  FROM users u WHERE u.tenant_id = $1 AND u.id = $2`
