import { is } from './condition.ts'
import { keep, remove, type OfPerson } from './erasing.ts'
import type { Mentions } from './mentions.ts'

/** A table with data about persons: how its rows belong to children and clients, and how they are erased. */
export interface PersonTable {
  child?: OfPerson
  client?: OfPerson
  /** Its rows name unmatched people: the erasure rule for these. */
  mentions?: Mentions
  /** Its rows have no own id, or are found through others. */
  hasNoId?: true
  /** Texts an erasure keeps in remaining rows: codes, states, ids. Keys are not listed. */
  nonPersonalColumns?: readonly string[]
  /** Some rows belong to a provider: staff data, unaffected by erasures of children and clients. What removes them. */
  ofProvider?: string
  /** A merge of two children moves the rows. */
  movesWithChild?: true
  /**
   * Why its rows can be written during a restriction (Art. 18 GDPR; docs/decisions/0054). Rows of every other
   * table of a person are frozen: `CALL therapy.freeze('table')` in prisma/functions/restrictions-tables.sql.
   * Art. 18(2) permits storage, consented processing, legal claims and the protection of others.
   */
  notFrozen?: string
  /** Its rows are frozen, except for this. */
  allowedWhileRestricted?: string
}

export const ofChild = is('child_id')
export const ofClient = is('client_id')

export const clinical = remove('CLINICAL')
export const atOnce = remove('AT_ONCE')
/** In a client's erasure: belongs to a child's record and is erased with that. */
export const keptWithChildRecord = keep('CHILDS_RECORD')
export const deidentified = keep('NAMELESS')

/** Why a table contains nothing about a child or client. */
export const CENTRE = 'the centre’s own'
export const STAFF = 'of a provider, or of a key'
/** …because an erasure recomputes it: domain/privacy/erasures/take-in-erased.ts. */
export const SUMS = 'sums, without text about children whose erasure has begun'
/** For a provider's rows. */
export const REMOVED_BY_CENTRE =
  'the centre removes them when no longer needed; those of an applicant who was not taken on are deleted after a year'
/** …because they prove agreements as long as the provider is recorded. */
export const KEPT_WITH_PROVIDER =
  'kept as long as the provider is on record: what they agreed to; deleted after a year for an applicant who was not taken on'
export const PLUMBING = 'ids and facts that identify nobody, kept for hours or days'

/** Why a frozen table can still be written. */
export const ENDS = 'running work can be ended'
/** Why a table is not frozen. */
export const STAYS_ON_RECORD = 'bookkeeping: omissions are also recorded'
export const CLAIMS = 'claims are established and defended, Art. 18(2)'
