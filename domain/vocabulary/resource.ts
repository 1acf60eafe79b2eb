import type { PersonTable } from './person-table.ts'
import type { PermissionRoles } from './roles.ts'
import type { ScopeName } from './scopes.ts'

type Mode = 'read' | 'write'

/** A resource of permissions and API keys, read or written. */
export interface PermissionShape {
  /** What it gives access to, as a noun phrase for documents. */
  about: string
  /** Writes can concern a child or a client (docs/decisions/0054). */
  ofPersons?: true
  /** Denied to callers bound to a provider: it concerns the whole centre, or who sees whom. */
  centreOnly?: readonly Mode[]
  /** Only for signed-in people, not keys acting for them, although it needs no fresh proof. */
  inPersonOnly?: readonly Mode[]
  /**
   * Writes change sign-in, rights, visibility, the flow of money or data, or retention: a person needs a fresh
   * proof, as for a signature (domain/staff/README.md). A program acting for a person cannot give one and is
   * refused (docs/decisions/0285).
   */
  freshProof?: true
  /** Why writes take no fresh proof. `freshProof` of an operation still asks for one. */
  withoutFreshProof?: string
  /** In which centres a program acting for a person may write it, although it needs a fresh proof, and why. */
  programs?: { in: 'ALL_CENTRES' | 'TEST_CENTRES'; because: string }
  /** The roles that include it. */
  roles: PermissionRoles
  /** Only for machines: no role of people includes it. */
  forKeysOnly?: true
  /** The scopes that include it. A scope's `.read` includes reading. */
  scopes: Partial<Record<ScopeName, readonly Mode[]>>
}

/**
 * The members whose values the audit trail shows, at any depth; for others it shows only that they changed. The
 * trail is immutable, so unnamed members are withheld. `x.*` shows all of the member `x`, whose own members are
 * ids or table names; `*` shows everything, for records without people's words.
 */
export type AuditFields = readonly string[] | '*'

/** A record's change, as the last part of an event type. */
export type RecordChange = 'created' | 'updated' | 'archived' | 'restored'

/** Announces changes of the kind to subscribers (domain/platform/README.md). */
export interface AnnouncedShape {
  /** The kind's name in events, if it differs: `organization` for a tenant. */
  as?: string
  /** A kind with its own creation event omits `created`. */
  events: readonly RecordChange[]
  /** Members referring to other records, included in events. */
  ids?: readonly string[]
  /** …which may be null: then the member is omitted. */
  optionalIds?: readonly string[]
  /** An example of a changed member, for documents. */
  example: string
}

/** A kind of record, identified by its ids. */
export interface RecordShape {
  /** Its id prefix: `apt` in `apt_01m7zavmhde4es2ts9few7fzev`. */
  prefix: string
  /** Its table, if it has one. */
  table?: string
  /** Its reading permission, if another resource's; else the first of its own. */
  readBy?: string
  /** Request bodies can refer to it, unless it is archived. */
  referable?: true
  audit?: AuditFields
  announced?: AnnouncedShape
}

/** The error for a violated database constraint. */
export interface ConstraintShape {
  /** Of the problem document, see platform/core/errors/errors.ts. */
  code: string
  message: string
  /** The invalid body member. */
  path?: string
  extra?: Record<string, unknown>
  retryAfterSeconds?: number
}

/**
 * Columns derived from other records. They keep those records' permissions (docs/decisions/0250):
 * test/contract/derived.test.ts reads each with every operation that shows it.
 */
export interface DerivedShape {
  columns: readonly string[]
  /** Its source records. */
  from: string
  /** The permissions to read it besides that of its own record; BY_ROW: those of each row's sources. */
  takes: readonly string[] | 'BY_ROW'
  /** Why the permission of its own record is sufficient. */
  because?: string
}

export interface ResourceShape {
  permissions?: Record<string, PermissionShape>
  records?: Record<string, RecordShape>
  tables?: Record<
    string,
    (PersonTable | { withoutPersonalData: string }) & { derived?: DerivedShape }
  >
  constraints?: Record<string, ConstraintShape>
}

/**
 * Declares a resource in its folder's `resource.ts`: the only place that describes it to the platform's
 * engines. Ids, permissions, locks, references, errors, audit, merges, erasures and exports are derived from
 * it.
 */
export const defineResource = <const R extends ResourceShape>(resource: R): R => resource
