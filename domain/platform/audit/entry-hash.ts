/**
 * The canonical forms in which the audit trail is hashed and signed. Hashes and signatures are those of
 * core/signed-hash.ts, over strings and nulls in the order given here. An entry consists of all its columns as
 * PostgreSQL's text: integers in decimal, the instant in milliseconds since 1970, and `changes` as jsonb prints
 * it (which is exact, unlike a parsed number).
 */
import { createHash } from 'node:crypto'
import { hashOf, signing } from '../core/crypto/signing.ts'

const ENTRY = 'therapy-care.audit-entry.v1'
const ENTRIES = 'therapy-care.audit-entries.v1'
const SEAL = 'therapy-care.audit-seal.v1'
const HEAD = 'therapy-care.audit-head.v1'

/** The predecessor of a tenant's first seal and of the first head. */
export const GENESIS_HASH = '0'.repeat(64)

const milliseconds = (column: string) => `round(extract(epoch FROM ${column}) * 1000)::text`

/** The columns of an entry for hashing, in canonical order. */
export const ENTRY_TEXT = `tenant_id, id, seq::text AS seq_text, ${milliseconds('occurred_at')} AS occurred_ms,
  actor_kind, actor_id, actor_through, action, outcome, code, http_status::text AS status_text, subject_type, subject_id,
  request_id, workflow_id, changes::text AS changes_text, xid::text AS xid_text`

/** An entry's values in canonical order. */
export type EntryText = (string | null)[]

/** The values of a row selected with {@link ENTRY_TEXT}: pg returns members in column order. */
export const entryText = (row: Record<string, string | null>): EntryText => Object.values(row)

export const ID_POSITION = 1
export const SEQ_POSITION = 2
export const XID_POSITION = 16

/** Everything that a seal's hash covers: its number, its content and its predecessor. Times are ms since 1970. */
export interface SealFacts {
  tenantId: string
  id: string
  number: string
  /** The half-open range of transactions whose entries are covered. */
  fromXid: string
  untilXid: string
  entryCount: string
  /** `seq` of the last entry, in the order of (xid, seq). */
  lastSeq: string
  entriesHash: string
  previousHash: string
  keyId: string
  createdAt: string
}

/** A link of the chain that connects the seals of all tenants. */
export interface HeadFacts {
  number: string
  tenantId: string
  sealNumber: string
  sealHash: string
  previousHash: string
  keyId: string
  createdAt: string
}

/** Columns of `s`, an alias of audit_seals, named and typed as {@link SealFacts}, and its signature. */
export const SEAL_TEXT = `s.tenant_id AS "tenantId", s.id, s.number::text, s.from_xid AS "fromXid",
  s.until_xid AS "untilXid", s.entry_count::text AS "entryCount", s.last_seq::text AS "lastSeq",
  s.entries_hash AS "entriesHash", s.previous_hash AS "previousHash", s.key_id AS "keyId",
  ${milliseconds('s.created_at')} AS "createdAt", s.seal_hash AS "sealHash", s.signature`

/** Columns of `h`, an alias of audit_heads, named and typed as {@link HeadFacts}, and its signature. */
export const HEAD_TEXT = `h.number::text, h.tenant_id AS "tenantId", h.seal_number::text AS "sealNumber",
  h.seal_hash AS "sealHash", h.previous_hash AS "previousHash", h.key_id AS "keyId",
  ${milliseconds('h.created_at')} AS "createdAt", h.head_hash AS "headHash", h.signature`

export const entryHash = (entry: EntryText): string => hashOf(ENTRY, entry)

export const sealHash = (seal: SealFacts): string =>
  hashOf(SEAL, [
    seal.tenantId,
    seal.id,
    seal.number,
    seal.fromXid,
    seal.untilXid,
    seal.entryCount,
    seal.lastSeq,
    seal.entriesHash,
    seal.previousHash,
    seal.keyId,
    seal.createdAt,
  ])

export const headHash = (head: HeadFacts): string =>
  hashOf(HEAD, [
    head.number,
    head.tenantId,
    head.sealNumber,
    head.sealHash,
    head.previousHash,
    head.keyId,
    head.createdAt,
  ])

const HASH_BYTES = 32

/** The entries of one seal: their ids and hashes in order. It grows row by row. */
export class EntryList {
  readonly ids: string[]
  readonly hashes: string[]

  constructor(ids: string[] = [], hashes: Buffer = Buffer.alloc(0)) {
    this.ids = ids
    this.hashes = Array.from({ length: hashes.length / HASH_BYTES }, (_, index) =>
      hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES).toString('hex'),
    )
  }

  add(entry: EntryText): void {
    this.ids.push(entry[ID_POSITION] ?? '')
    this.hashes.push(entryHash(entry))
  }

  get hashBytes(): Buffer<ArrayBuffer> {
    return Buffer.from(this.hashes.join(''), 'hex')
  }

  /** The hash over all entries. */
  hash(): string {
    const entries = createHash('sha256').update(`${ENTRIES}\n`)
    for (const [index, id] of this.ids.entries())
      entries.update(`${JSON.stringify([id, this.hashes[index] ?? null])}\n`)
    return entries.digest('hex')
  }
}

export const sealSignature = signing(SEAL)
export const headSignature = signing(HEAD)
