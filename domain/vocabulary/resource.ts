import type { PersonTable } from './person-table.ts'
import type { PermissionRoles } from './roles.ts'
import type { ScopeName } from './scopes.ts'

type Mode = 'read' | 'write'

/** A resource to which permissions and API keys refer, for reading or writing. */
export interface PermissionShape {
  /** What it gives access to, as a noun phrase for documents. */
  about: string
  /** Set if writes can concern a child or a client (docs/decisions/0054). */
  ofPersons?: true
  /** Denied to callers bound to a provider, because it concerns the whole centre or decides who sees whom. */
  centreOnly?: readonly Mode[]
  /** Only for signed-in people, and not for keys that act for them, although it requires no fresh proof. */
  inPersonOnly?: readonly Mode[]
  /**
   * Set if writes change sign-in, rights, visibility, the flow of money or data, or retention: a person needs a
   * fresh proof, as for a signature (domain/staff/README.md). A program that acts for a person cannot give a
   * proof and is refused (docs/decisions/0285).
   */
  freshProof?: true
  /** Why writes require no fresh proof. An operation can still require one with `freshProof`. */
  withoutFreshProof?: string
  /** In which centres a program that acts for a person may write it although it requires a fresh proof, and why. */
  programs?: { in: 'ALL_CENTRES' | 'TEST_CENTRES'; because: string }
  /** The roles that include it. */
  roles: PermissionRoles
  /** Set if no role of people includes it, because it is only for machines. */
  forKeysOnly?: true
  /** The scopes that include it. The `.read` variant of a scope includes reading. */
  scopes: Partial<Record<ScopeName, readonly Mode[]>>
}

/**
 * The members whose values the audit trail shows, at any depth. For other members it shows only that they
 * changed: the trail is immutable, so members that are not listed are withheld. `x.*` shows all of the member
 * `x`, whose own members are ids or names of tables; `*` shows everything, for records without text from
 * people.
 */
export type AuditFields = readonly string[] | '*'

/** A change of a record, as the last part of an event type. */
export type RecordChange = 'created' | 'updated' | 'archived' | 'restored'

/** Set if changes of this kind of record are announced to subscribers (domain/platform/README.md). */
export interface AnnouncedShape {
  /** The name of the kind in events, if it differs: `organization` for a tenant. */
  as?: string
  /** A kind that has its own event for creation omits `created`. */
  events: readonly RecordChange[]
  /** Members that refer to other records and are included in events. */
  ids?: readonly string[]
  /** Members of this kind that may be null, in which case they are omitted. */
  optionalIds?: readonly string[]
  /** An example of a changed member, for documents. */
  example: string
}

/** A kind of record, which its ids show. */
export interface RecordShape {
  /** The prefix of its ids: `apt` in `apt_01m7zavmhde4es2ts9few7fzev`. */
  prefix: string
  /** Its table, if it has one. */
  table?: string
  /** The resource whose permission is needed to read it; by default the first of its own. */
  readBy?: string
  /** Set if request bodies can refer to it, unless it is archived. */
  referable?: true
  audit?: AuditFields
  announced?: AnnouncedShape
}

/** The error for a violation of a database constraint. */
export interface ConstraintShape {
  /** A member of the problem document; see platform/core/errors/errors.ts. */
  code: string
  message: string
  /** The member of the body that is invalid. */
  path?: string
  extra?: Record<string, unknown>
  retryAfterSeconds?: number
}

/**
 * Columns that are derived from other records. They require the permissions for those records
 * (docs/decisions/0250). test/contract/derived.test.ts reads each column with every operation that shows it.
 */
export interface DerivedShape {
  columns: readonly string[]
  /** The records from which it is derived. */
  from: string
  /**
   * The permissions required to read it, in addition to the one for its own record. BY_ROW means those of each
   * row's sources.
   */
  takes: readonly string[] | 'BY_ROW'
  /** Why the permission for its own record is sufficient. */
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
 * Declares a resource in the `resource.ts` of its folder, the only place that describes it to the platform's
 * engines. Ids, permissions, locks, references, errors, audit, merges, erasures and exports are derived from
 * it.
 */
export const defineResource = <const R extends ResourceShape>(resource: R): R => resource
