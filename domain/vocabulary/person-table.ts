import { is } from './condition.ts'
import { keep, remove, type OfPerson } from './erasing.ts'
import type { Mentions } from './mentions.ts'

/** A table that holds something about persons: how its rows are a child's and a client's, and what becomes of them. */
export interface PersonTable {
  child?: OfPerson
  client?: OfPerson
  /** Its rows name people who are not known yet: what an erasure of one of them does with these. */
  mentions?: Mentions
  /** Its rows have no id of their own, or are found by those of others. */
  hasNoId?: true
  /** Texts that an erasure leaves where it does not remove the row: codes, states, ids. Keys are not named. */
  nonPersonalColumns?: readonly string[]
  /**
   * Some of its rows are a provider's instead of a child's: data of staff, which no erasure of a child or a
   * client reaches. What removes them.
   */
  ofProvider?: string
  /** A merge of two children gives the rows of the one to the other. */
  movesWithChild?: true
  /**
   * Why its rows may be written while the person's processing is restricted (Art. 18 GDPR; docs/decisions/0054).
   * The rows of every other table of a person are frozen: `CALL therapy.freeze('table')` in
   * prisma/functions/restrictions-tables.sql. Art. 18(2) leaves storage, what the person agrees to, legal
   * claims and the protection of others.
   */
  notFrozen?: string
  /** Its rows are frozen, but for this. */
  allowedWhileRestricted?: string
}

export const ofChild = is('child_id')
export const ofClient = is('client_id')

export const clinical = remove('CLINICAL')
export const atOnce = remove('AT_ONCE')
/** Of a client's erasure: what it says of them is part of a child's record, and goes with that. */
export const keptWithChildRecord = keep('CHILDS_RECORD')
export const deidentified = keep('NAMELESS')

/** Why a table holds nothing about a child or a client. */
export const CENTRE = 'the centre’s own'
export const STAFF = 'of a provider, or of a key'
/** …because an erasure counts them anew: domain/privacy/erasures/take-in-erased.ts. */
export const SUMS = 'sums, without words of children whose erasure has begun'
/** Of the rows that are a provider's. */
export const REMOVED_BY_CENTRE =
  'the centre removes them when it needs them no more; of an applicant who was not taken on they go after a year'
/** …because they show what was agreed, for as long as the provider is on record. */
export const KEPT_WITH_PROVIDER =
  'kept as long as the provider is on record: what they agreed to; of an applicant who was not taken on it goes after a year'
export const PLUMBING = 'ids and facts without a person, kept for hours or days'

/** Why a frozen table may be written all the same. */
export const ENDS = 'what runs can be ended'
/** Why a table is not frozen. */
export const STAYS_ON_RECORD = 'bookkeeping: that something was left undone is on record too'
export const CLAIMS = 'claims are established and defended, Art. 18(2)'
