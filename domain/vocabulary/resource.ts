import type { PersonTable } from './person-table.ts'
import type { PermissionRoles } from './roles.ts'
import type { ScopeName } from './scopes.ts'

type Mode = 'read' | 'write'

/** What permissions and API keys name: something of the resource that is read or written. */
export interface PermissionShape {
  /** What it gives access to, as documents say it: a noun phrase. */
  about: string
  /** What is written may be about a child or a client (docs/decisions/0054). */
  ofPersons?: true
  /** Kept from callers who are bound to a provider: it concerns the whole centre, or who sees whom. */
  centreOnly?: readonly Mode[]
  /**
   * What a person does only where they are signed in themselves, and not by a key that acts for them, although it takes no
   * fresh proof.
   */
  inPersonOnly?: readonly Mode[]
  /**
   * What is written changes how people sign in, who may do or see what, where money or data goes, or what is kept:
   * a person proves anew who they are, as for a signature (domain/staff/README.md). A program that acts for a person
   * cannot, and is refused (docs/decisions/0285).
   */
  freshProof?: true
  /** Why writes take no fresh proof. `freshProof` of an operation still asks for one. */
  withoutFreshProof?: string
  /** Where a program that acts for a person writes it all the same, although it takes a fresh proof, and why it may. */
  programs?: { in: 'ALL_CENTRES' | 'TEST_CENTRES'; because: string }
  /** The roles of people that open it. */
  roles: PermissionRoles
  /** A centre gives it to machines: no person has it, by whatever role. */
  forKeysOnly?: true
  /** The scopes that open it. A scope's `.read` opens what is read. */
  scopes: Partial<Record<ScopeName, readonly Mode[]>>
}

/**
 * The members of a record whose values the audit trail shows, at any depth; of all others it says only
 * that they changed. The trail can never be corrected, so a member that nobody has named is withheld.
 * `x.*` shows all of the member `x`, whose own members are ids or names of tables; `*` shows everything,
 * of records that hold no person's words.
 */
export type AuditFields = readonly string[] | '*'

/** What becomes of a record, as the last part of an event's type. */
export type RecordChange = 'created' | 'updated' | 'archived' | 'restored'

/** That subscribers are told when records of the kind change (domain/platform/README.md). */
export interface AnnouncedShape {
  /** What events call the kind, where that is another word: `organization`, of a tenant. */
  as?: string
  /** A kind whose creation has an event of its own leaves `created` out. */
  events: readonly RecordChange[]
  /** Members of the record that name others: the events name them too. */
  ids?: readonly string[]
  /** …of a record that may have none: then the member is left out. */
  optionalIds?: readonly string[]
  /** A member that changes, for documents. */
  example: string
}

/** A kind of record: what an id names. */
export interface RecordShape {
  /** Of its ids: `apt` in `apt_01m7zavmhde4es2ts9few7fzev`. */
  prefix: string
  /** Where its records are, when the kind has a table. */
  table?: string
  /** The permission that reads it, where that is another resource's; else the first of its own. */
  readBy?: string
  /** Bodies of requests may name it, unless it is archived. */
  referable?: true
  audit?: AuditFields
  announced?: AnnouncedShape
}

/** What a violated constraint of the database means to the caller. */
export interface ConstraintShape {
  /** Of the problem document, see platform/core/errors/errors.ts. */
  code: string
  message: string
  /** The member of the body that is wrong. */
  path?: string
  extra?: Record<string, unknown>
  retryAfterSeconds?: number
}

/**
 * Columns of a table that the platform fills with what other records say. They keep the permissions of those records
 * (docs/decisions/0250): test/contract/derived.test.ts reads each by every operation that shows it.
 */
export interface DerivedShape {
  columns: readonly string[]
  /** The records that it is made from. */
  from: string
  /** What reading it takes, beside the permission of its own record; BY_ROW: what each row says it was made from. */
  takes: readonly string[] | 'BY_ROW'
  /** Where it takes nothing more: why the permission of its own record suffices. */
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
 * Declares a resource, in `resource.ts` of its folder: the one place that says what the platform's
 * engines know of it. Ids, permissions, locks, references, errors, the audit trail, merges, erasures and
 * exports are computed from it.
 */
export const defineResource = <const R extends ResourceShape>(resource: R): R => resource
