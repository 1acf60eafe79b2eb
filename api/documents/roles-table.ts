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

/** Access to a resource's records: read, change, both or neither. */
export type Access = 'read' | 'write' | 'read, write' | ''

/** One resource with each role's access. */
export interface RoleAccess {
  resource: Resource
  roles: Record<Role, Access>
  /** General limits: the whole centre only, people only, a fresh proof. */
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

/** Each role's access, computed from the enforced permissions. */
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

/** The table of docs/access.md. */
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
