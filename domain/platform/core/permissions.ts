import { DomainError } from './errors.ts'

/** What permissions and API keys speak of. */
export const RESOURCES = [
  'appointments',
  'availability',
  'holds',
  'booking-overrides',
  'appointment-imports',
  'appointment-automation',
  'schedules',
  'time-off',
  'closures',
  'calendar-feeds',
  'reminder-policies',
  'corrections',
  'cancellation-policies',
  'fee-waivers',
  'follow-ups',
  'messages',
  'message-settings',
  'feedback',
  'early-intervention',
  'check-ins',
  'check-in-questions',
  'clock-sets',
  'holiday-calendars',
  'locations',
  'rooms',
  'services',
  'clients',
  'pets',
  'custom-fields',
  'children',
  'child-merges',
  'guardianships',
  'consents',
  'providers',
  'sessions',
  'session-notes',
  'cosignatures',
  'signatures-on-behalf',
  'note-templates',
  'form-templates',
  'form-responses',
  'supervisions',
  'care-teams',
  'caseloads',
  'break-glass',
  'break-glass-reviews',
  'disclosures',
  'person-exports',
  'processing-restrictions',
  'erasures',
  'retention-policy',
  'goals',
  'assessment-instruments',
  'assessment-schedules',
  'assessments',
  'assessment-recall',
  'agent-runs',
  'agent-approvals',
  'treatment-cycles',
  'attachments',
  'child-records',
  'insights',
  'orders',
  'payments',
  'webhook-endpoints',
  'events',
  'deliveries',
  'api-keys',
  'audit',
] as const

export type Resource = (typeof RESOURCES)[number]

/** Of these, what is written may be about a child or a client (docs/decisions/0054). */
export const ABOUT_PERSONS: ReadonlySet<Resource> = new Set<Resource>([
  'appointments',
  'holds',
  'calendar-feeds',
  'reminder-policies',
  'corrections',
  'fee-waivers',
  'messages',
  'early-intervention',
  'check-ins',
  'clients',
  'pets',
  'children',
  'child-merges',
  'guardianships',
  'consents',
  'sessions',
  'session-notes',
  'cosignatures',
  'form-responses',
  'care-teams',
  'goals',
  'assessment-schedules',
  'assessments',
  'treatment-cycles',
  'attachments',
])
export type Permission = `${Resource}:${'read' | 'write'}`

/**
 * The scopes that can be granted. A bare name reads and writes; `.read` reads. The specification also
 * names `marketplace` and `analytics`: they are added with their first operation, because a scope that
 * opens nothing must not be granted.
 */
export const SCOPES = [
  'children',
  'children.read',
  'clients',
  'clients.read',
  'bookings',
  'bookings.read',
  'sessions',
  'sessions.read',
  'cosignatures',
  'signatures-on-behalf',
  'providers',
  'providers.read',
  'payments',
  'payments.read',
  'webhooks',
  'webhooks.read',
  'ai',
  'ai.read',
  'audit.read',
  'admin',
] as const

export type Scope = (typeof SCOPES)[number]

/** What a key is given that names no scopes. To sign for others is granted by name or not at all. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== 'signatures-on-behalf',
)

const both = (...resources: Resource[]) => ({ read: resources, write: resources })

/** Which resources a scope reads and writes. */
const GRANTS: Record<string, { read: readonly Resource[]; write: readonly Resource[] }> = {
  children: {
    read: [
      'children',
      'child-merges',
      'guardianships',
      'care-teams',
      'caseloads',
      'break-glass',
      'consents',
      'early-intervention',
      'check-ins',
      'check-in-questions',
      'clock-sets',
      'holiday-calendars',
      'follow-ups',
    ],
    write: [
      'children',
      'child-merges',
      'guardianships',
      'care-teams',
      'break-glass',
      'consents',
      'early-intervention',
      'check-ins',
      'follow-ups',
    ],
  },
  clients: { read: ['clients', 'pets', 'custom-fields'], write: ['clients', 'pets'] },
  bookings: {
    read: [
      'appointments',
      'availability',
      'holds',
      'schedules',
      'closures',
      'calendar-feeds',
      'reminder-policies',
      'follow-ups',
      'messages',
      'feedback',
      'locations',
      'rooms',
      'services',
      'cancellation-policies',
      'appointment-automation',
    ],
    write: ['appointments', 'holds', 'calendar-feeds', 'follow-ups', 'messages'],
  },
  sessions: {
    read: [
      'sessions',
      'session-notes',
      'note-templates',
      'form-templates',
      'form-responses',
      'goals',
      'attachments',
      'child-records',
      'assessment-instruments',
      'assessment-schedules',
      'assessments',
      'treatment-cycles',
      'follow-ups',
    ],
    write: [
      'sessions',
      'session-notes',
      'form-responses',
      'goals',
      'attachments',
      'assessment-schedules',
      'assessments',
      'break-glass',
      'treatment-cycles',
      'follow-ups',
    ],
  },
  cosignatures: { read: [], write: ['cosignatures'] },
  'signatures-on-behalf': { read: [], write: ['signatures-on-behalf'] },
  providers: both('providers', 'schedules', 'time-off', 'supervisions'),
  payments: both('orders', 'payments'),
  webhooks: both('webhook-endpoints', 'events', 'deliveries'),
  ai: {
    read: ['insights', 'assessment-recall', 'agent-runs', 'follow-ups'],
    write: ['agent-runs', 'follow-ups'],
  },
  audit: { read: ['audit', 'disclosures'], write: [] },
  admin: both(
    'locations',
    'rooms',
    'services',
    'closures',
    'custom-fields',
    'message-settings',
    'note-templates',
    'form-templates',
    'assessment-instruments',
    'check-in-questions',
    'clock-sets',
    'holiday-calendars',
    'reminder-policies',
    'break-glass-reviews',
    'follow-ups',
    'person-exports',
    'processing-restrictions',
    'erasures',
    'retention-policy',
    'api-keys',
    'corrections',
    'cancellation-policies',
    'fee-waivers',
    'booking-overrides',
    'appointment-imports',
    'appointment-automation',
    // A key that is given to an assistant (`ai`) cannot approve what it proposes.
    'agent-approvals',
  ),
}

/** The permissions that a set of scopes amounts to. */
export const permissionsOf = (scopes: readonly string[]): ReadonlySet<Permission> => {
  const granted = new Set<Permission>()
  for (const scope of scopes) {
    const [name = '', mode] = scope.split('.')
    const grant = GRANTS[name]
    for (const resource of grant?.read ?? []) granted.add(`${resource}:read`)
    if (mode !== 'read') for (const resource of grant?.write ?? []) granted.add(`${resource}:write`)
  }
  return granted
}

/** The scopes of which any one suffices for a permission, the narrowest first. */
export const scopesFor = (permission: Permission): Scope[] =>
  SCOPES.filter((scope) => permissionsOf([scope]).has(permission)).toSorted(
    (a, b) => permissionsOf([a]).size - permissionsOf([b]).size,
  )

/** The sets of scopes of which any one suffices for all of these permissions, without a needless scope. */
export const scopeSetsFor = (permissions: readonly Permission[]): Scope[][] => {
  const sets = permissions.reduce<Scope[][]>(
    (all, permission) => {
      const grown = all.flatMap((set) =>
        scopesFor(permission).map((scope) => [...new Set([...set, scope])]),
      )
      return [...new Map(grown.map((set) => [set.toSorted().join(' '), set])).values()]
    },
    [[]],
  )
  const isWithin = (set: Scope[], other: Scope[]) =>
    set.length < other.length && set.every((scope) => other.includes(scope))
  return sets.filter((set) => !sets.some((other) => isWithin(other, set)))
}

/**
 * What a caller who is bound to a provider cannot do whatever their scopes say: it shows or decides what
 * the whole centre is about, or who sees whom.
 */
export const CENTRE_ONLY: ReadonlySet<Permission> = new Set<Permission>([
  // A provider's own key signs as that provider alone.
  'signatures-on-behalf:write',
  'supervisions:write',
  'break-glass-reviews:read',
  'break-glass-reviews:write',
  'webhook-endpoints:read',
  'webhook-endpoints:write',
  'events:read',
  'events:write',
  'deliveries:read',
  'deliveries:write',
  'api-keys:read',
  'api-keys:write',
  'audit:read',
  'disclosures:read',
  'person-exports:read',
  'person-exports:write',
  'processing-restrictions:read',
  'processing-restrictions:write',
  'erasures:read',
  'erasures:write',
  'retention-policy:write',
  'agent-runs:read',
  'agent-runs:write',
  'agent-approvals:read',
  'agent-approvals:write',
  // They hold the address that is notified of a break-glass access.
  'message-settings:write',
  'appointment-imports:read',
  'appointment-imports:write',
  'appointment-automation:write',
])

/**
 * Who acts. `permissions` is what they may do after scopes, roles and the key's narrowing;
 * `'all'` is the platform itself, acting for a tenant in a workflow or at the command line.
 */
export interface Actor {
  kind: 'API_KEY' | 'USER' | 'SYSTEM' | 'ANONYMOUS'
  id: string
  /** The provider that the caller is bound to: of children it sees those of their caseload. */
  providerId?: string
  permissions: ReadonlySet<Permission> | 'all'
}

/** The one decision function. */
export const can = (actor: Actor, permission: Permission): boolean =>
  actor.permissions === 'all' || actor.permissions.has(permission)

/** What something takes: a permission, or several, of which each is needed. */
export type Needs = Permission | readonly [Permission, ...Permission[]]

export const permissionsIn = (needs: Needs): readonly [Permission, ...Permission[]] =>
  typeof needs === 'string' ? [needs] : needs

export const authorize = (actor: Actor, needs: Needs): void => {
  const permission = permissionsIn(needs).find((needed) => !can(actor, needed))
  if (permission === undefined) return
  if (actor.providerId && CENTRE_ONLY.has(permission))
    throw new DomainError(
      'insufficient_scope',
      `This needs the permission ${permission}, which keys that are bound to a provider do not have. Use a key of the centre.`,
      { extra: { permission } },
    )
  const scopes = scopesFor(permission)
  throw new DomainError(
    'insufficient_scope',
    `This needs the permission ${permission}: ask for a token with one of the scopes ${scopes.join(', ')}.`,
    { extra: { permission, scopes } },
  )
}
