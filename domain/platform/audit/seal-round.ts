import { ADVISORY_LOCKS } from '../core/transactions/advisory-locks.ts'
import type { KeyObject } from 'node:crypto'
import { insertInto, type RowOf } from '../core/sql/insert-into.ts'
import { newId } from '../core/records/ids.ts'
import type { Sql, Statement } from '../identity/system-sql.ts'
import { newestHead } from './anchor.ts'
import {
  EntryList,
  GENESIS_HASH,
  headHash,
  headSignature,
  sealHash,
  sealSignature,
  SEQ_POSITION,
  XID_POSITION,
  type EntryText,
  type HeadFacts,
  type SealFacts,
} from './entry-hash.ts'
import { entryPage, entryPages } from './entry-page.ts'

export interface Round {
  tenantIds: string[]
  /** The entries of transactions below the horizon are sealed. */
  horizon: string
  batchSize: number
  key: { kid: string; privateKey: KeyObject }
  now: Date
}

export interface Refusal {
  tenantId: string
  reason: string
}

export interface RoundReport {
  seals: number
  entries: number
  refused: Refusal[]
  /** Tenants that may have a further batch. */
  unfinished: string[]
}

/** Creates one seal and one head for each tenant with new entries, in the caller's transaction. */
export const sealRound = async (sql: Sql, round: Round): Promise<RoundReport> => {
  await sql(LOCK, [ADVISORY_LOCKS.auditSeal])
  const [chains, head] = await Promise.all([sql<Chain>(CHAINS, [round.tenantIds]), newestHead(sql)])
  const whole = chains.filter(isWhole)
  const batches = await Promise.all(whole.map((chain) => nextBatch(sql, chain, round)))
  const seals = batches
    .filter(({ entries }) => entries.ids.length > 0)
    .map((batch) => sealOf(batch, round))
  await Promise.all([
    ...seals.map((seal) => insert(sql, 'audit_seals', sealColumns(seal, round))),
    ...headsOf(seals, head?.number ?? '0', head?.hash ?? GENESIS_HASH, round).map((columns) =>
      insert(sql, 'audit_heads', columns),
    ),
  ])
  return {
    seals: seals.length,
    entries: seals.reduce((sum, { entries }) => sum + entries.ids.length, 0),
    refused: chains.filter((chain) => !isWhole(chain)).map(refusal),
    unfinished: batches.filter(({ full }) => full).map(({ chain }) => chain.tenantId),
  }
}

const LOCK = { name: 'audit_lock', text: 'SELECT pg_advisory_xact_lock($1)' }

/** The end of a tenant's chain, and its end according to the chain of heads. */
interface Chain {
  tenantId: string
  number: string | null
  untilXid: string | null
  hash: string | null
  headNumber: string | null
  headHash: string | null
}

const CHAINS: Statement = {
  name: 'audit_chains',
  text: `SELECT t.tenant_id AS "tenantId", s.number::text, s.until_xid AS "untilXid", s.seal_hash AS hash,
      h.seal_number::text AS "headNumber", h.seal_hash AS "headHash"
    FROM unnest($1::text[]) t (tenant_id)
    LEFT JOIN LATERAL (SELECT number, until_xid, seal_hash FROM audit_seals
      WHERE tenant_id = t.tenant_id ORDER BY number DESC LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT seal_number, seal_hash FROM audit_heads
      WHERE tenant_id = t.tenant_id ORDER BY seal_number DESC LIMIT 1) h ON true`,
}

/** Sealing a chain that lost its end would hide the loss. */
const isWhole = (chain: Chain) => chain.number === chain.headNumber && chain.hash === chain.headHash

const refusal = ({ tenantId, number, headNumber }: Chain): Refusal => ({
  tenantId,
  reason:
    `The newest seal is number ${number ?? 'none'}, but the chain of heads records ` +
    `${headNumber ?? 'none'}: seals were removed or replaced. Run \`therapy audit verify\`.`,
})

interface Batch {
  chain: Chain
  entries: EntryList
  fromXid: string
  untilXid: string
  lastSeq: string
  /** Whether there may be more entries below the horizon. */
  full: boolean
}

/**
 * The next entries of a tenant: all entries below the horizon if they fit, otherwise complete transactions up
 * to the batch size.
 */
const nextBatch = async (sql: Sql, chain: Chain, { horizon, batchSize }: Round): Promise<Batch> => {
  const { tenantId } = chain
  const fromXid = chain.untilXid ?? '0'
  const entries = new EntryList()
  const page = await entryPage(sql, { tenantId, fromXid, untilXid: horizon }, batchSize)
  for (const entry of page) entries.add(entry)
  let last = page.at(-1)
  const full = page.length === batchSize
  const untilXid = full ? after(last) : horizon
  if (full) {
    const sameTransaction = entryPages(sql, { tenantId, fromXid, untilXid }, batchSize, last)
    for await (const rest of sameTransaction) {
      for (const entry of rest) entries.add(entry)
      last = rest.at(-1)
    }
  }
  return { chain, entries, fromXid, untilXid, lastSeq: last?.[SEQ_POSITION] ?? '0', full }
}

const after = (entry: EntryText | undefined) => `${BigInt(entry?.[XID_POSITION] ?? 0) + 1n}`

interface Seal extends SealFacts {
  entries: EntryList
  hash: string
}

const sealOf = ({ chain, entries, ...range }: Batch, { key, now }: Round): Seal => {
  const facts = {
    tenantId: chain.tenantId,
    id: newId('auditSeal'),
    number: `${Number(chain.number ?? 0) + 1}`,
    fromXid: range.fromXid,
    untilXid: range.untilXid,
    entryCount: `${entries.ids.length}`,
    lastSeq: range.lastSeq,
    entriesHash: entries.hash(),
    previousHash: chain.hash ?? GENESIS_HASH,
    keyId: key.kid,
    createdAt: `${now.getTime()}`,
  }
  return { ...facts, entries, hash: sealHash(facts) }
}

const sealColumns = (seal: Seal, { key, now }: Round) => ({
  tenantId: seal.tenantId,
  id: seal.id,
  number: Number(seal.number),
  fromXid: seal.fromXid,
  untilXid: seal.untilXid,
  entryCount: Number(seal.entryCount),
  lastSeq: seal.lastSeq,
  entriesHash: seal.entriesHash,
  previousHash: seal.previousHash,
  sealHash: seal.hash,
  keyId: seal.keyId,
  signature: sealSignature.sign(seal.hash, key.privateKey),
  createdAt: now,
  entryIds: seal.entries.ids,
  entryHashes: seal.entries.hashBytes,
})

/** The heads of new seals, each chained to the previous one. */
const headsOf = (seals: Seal[], newest: string, newestHash: string, { key, now }: Round) => {
  let previousHash = newestHash
  return seals.map((seal, index) => {
    const facts: HeadFacts = {
      number: `${BigInt(newest) + BigInt(index + 1)}`,
      tenantId: seal.tenantId,
      sealNumber: seal.number,
      sealHash: seal.hash,
      previousHash,
      keyId: key.kid,
      createdAt: `${now.getTime()}`,
    }
    const hash = headHash(facts)
    previousHash = hash
    return {
      number: facts.number,
      tenantId: facts.tenantId,
      sealNumber: Number(facts.sealNumber),
      sealHash: facts.sealHash,
      previousHash: facts.previousHash,
      headHash: hash,
      keyId: facts.keyId,
      signature: headSignature.sign(hash, key.privateKey),
      createdAt: now,
    }
  })
}

const insert = <Into extends 'audit_seals' | 'audit_heads'>(
  sql: Sql,
  table: Into,
  row: RowOf<Into>,
) => {
  const { text, values } = insertInto(table, row)
  return sql({ name: `${table}_insert`, text }, values)
}
