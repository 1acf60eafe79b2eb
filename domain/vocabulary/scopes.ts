/** The scopes that can be granted. A plain name includes reading and writing, and `.read` only reading. */
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
  'marketplace',
  'marketplace.read',
  'payments',
  'payments.read',
  'webhooks',
  'webhooks.read',
  'analytics',
  'analytics.read',
  'ai',
  'ai.read',
  'audit.read',
  'admin',
] as const

export type Scope = (typeof SCOPES)[number]

/** The resource of a scope, without the kind of access. */
export type ScopeName = Scope extends infer S ? (S extends `${infer Name}.read` ? Name : S) : never
