import {
  CENTRE_ONLY,
  IN_PERSON_ONLY,
  permissionsOfRole,
  RESOURCES,
  ROLES,
  takesFreshProof,
  type Resource,
  type Role,
} from '#platform/core/access/permissions.ts'

/** The access to the records of a resource: read, change, both or neither. */
export type Access = 'read' | 'write' | 'read, write' | ''

/** A resource, with the access of each role. */
export interface RoleAccess {
  resource: Resource
  roles: Record<Role, Access>
  /** Limits that apply to all roles: only the whole centre, only people, a fresh proof. */
  limits: string
}

const NAMES = Object.keys(ROLES) as Role[]

const accessOf = (role: Role, resource: Resource): Access => {
  const permissions = permissionsOfRole(role)
  const modes = (['read', 'write'] as const).filter((mode) =>
    permissions.has(`${resource}:${mode}`),
  )
  return modes.join(', ') as Access
}

const limitsOf = (resource: Resource): string => {
  const modesOf = (set: ReadonlySet<string>) =>
    (['read', 'write'] as const).filter((mode) => set.has(`${resource}:${mode}`)).join(', ')
  const centre = modesOf(CENTRE_ONLY)
  const person = modesOf(IN_PERSON_ONLY)
  return [
    ...(centre ? [`whole centre only: ${centre}`] : []),
    ...(person ? [`not through a delegated key: ${person}`] : []),
    ...(takesFreshProof(`${resource}:write`) ? ['writing needs recent proof of identity'] : []),
  ].join('; ')
}

/** The access of each role, computed from the permissions that are enforced. */
export const roleAccess = (): RoleAccess[] =>
  RESOURCES.map((resource) => ({
    resource,
    roles: Object.fromEntries(NAMES.map((role) => [role, accessOf(role, resource)])) as Record<
      Role,
      Access
    >,
    limits: limitsOf(resource),
  }))

const SHORT: Readonly<Record<Access, string>> = {
  read: 'r',
  write: 'w',
  'read, write': 'rw',
  '': '',
}

/** The table of what each role may read and change, in docs/access.md. */
export const rolesMarkdown = (): string => {
  const lines = roleAccess().map(({ resource, roles, limits }) =>
    [`\`${resource}\``, ...NAMES.map((role) => SHORT[roles[role]]), limits].join(' | '),
  )
  return [
    ['resource', ...NAMES.map((role) => `\`${role}\``), 'limits'].join(' | '),
    ['---', ...NAMES.map(() => '---'), '---'].join('|'),
    ...lines,
  ]
    .map((line) => (line.startsWith('---') ? `|${line}|` : `| ${line} |`))
    .join('\n')
}
