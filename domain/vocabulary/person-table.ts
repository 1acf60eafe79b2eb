import { is } from './condition.ts'
import { keep, remove, type OfPerson } from './erasing.ts'
import type { Mentions } from './mentions.ts'

/** A table with data about persons: which of its rows belong to children and clients, and how they are erased. */
export interface PersonTable {
  child?: OfPerson
  client?: OfPerson
  /** Set if rows name people who are not matched to a record: how these rows are erased. */
  mentions?: Mentions
  /** Set if its rows have no id of their own, or are found through other rows. */
  hasNoId?: true
  /** Columns with text that an erasure keeps in remaining rows: codes, statuses, ids. Keys are not listed. */
  nonPersonalColumns?: readonly string[]
  /**
   * Set if some rows belong to a provider. They are staff data, which erasures of children and clients do not
   * affect. The text says what removes them.
   */
  ofProvider?: string
  /** Set if a merge of two children moves the rows. */
  movesWithChild?: true
  /**
   * Why its rows can be written during a restriction of processing (Art. 18 GDPR; docs/decisions/0054). Rows of
   * all other tables of a person are frozen: `CALL therapy.freeze('table')` in
   * prisma/functions/restrictions-tables.sql. Art. 18(2) permits storage, processing with consent, legal claims
   * and the protection of others.
   */
  notFrozen?: string
  /** What is still allowed although its rows are frozen. */
  allowedWhileRestricted?: string
}

export const ofChild = is('child_id')
export const ofClient = is('client_id')

export const clinical = remove('CLINICAL')
export const atOnce = remove('AT_ONCE')
/** When a client is erased, these rows are kept: they belong to a child's record and are erased with it. */
export const keptWithChildRecord = keep('CHILDS_RECORD')
export const deidentified = keep('NAMELESS')

/** Why a table contains nothing about a child or a client. */
export const CENTRE = 'the centre’s own'
export const STAFF = 'of a provider, or of a key'
/** An erasure recomputes these: domain/privacy/erasures/take-in-erased.ts. */
export const SUMS = 'sums, without text about children whose erasure has begun'
/** For rows of a provider. */
export const REMOVED_BY_CENTRE =
  'the centre removes them when no longer needed; those of an applicant who was not taken on are deleted after a year'
/** These rows prove agreements as long as the provider is on record. */
export const KEPT_WITH_PROVIDER =
  'kept as long as the provider is on record: what they agreed to; deleted after a year for an applicant who was not taken on'
export const PLUMBING = 'ids and facts that identify nobody, kept for hours or days'

/** Why a table can still be written although it is frozen. */
export const ENDS = 'running work can be ended'
/** Why a table is not frozen. */
export const STAYS_ON_RECORD = 'bookkeeping: omissions are also recorded'
export const CLAIMS = 'claims are established and defended, Art. 18(2)'
