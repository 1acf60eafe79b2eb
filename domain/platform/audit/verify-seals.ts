import type { Trail, StoredSeal } from './trail.ts'
import type { KeyObject } from 'node:crypto'
import type { Sql, Statement } from '../identity/system-sql.ts'
import { EntryList, GENESIS_HASH, SEAL_TEXT, sealHash, sealSignature } from './entry-hash.ts'
import { problemOf, TrailProblemFound, type ProblemKind } from './trail-problem.ts'
import { verifyEntries } from './verify-entries.ts'

/** Verifies one tenant's chain from its first seal, the entries of each seal, and the unsealed entries. */
export const verifySeals = async (trail: Trail, tenantId: string): Promise<void> => {
  const [end] = await trail.sql<ChainEnd>(CHAIN_END, [tenantId])
  if (!end) return
  let previous: StoredSeal | undefined
  for await (const seal of storedSeals(trail.sql, tenantId)) {
    verifySeal(seal, previous, trail.keys)
    await verifyEntries(trail, seal, { isNewest: seal.number === end.newest })
    trail.counts.seals += 1
    previous = seal
  }
  verifyEnd(tenantId, previous, end)
  await verifyUnsealed(trail, tenantId, previous?.untilXid ?? '0')
}

const verifySeal = (
  seal: StoredSeal,
  previous: StoredSeal | undefined,
  keys: ReadonlyMap<string, KeyObject>,
): void => {
  const number = Number(previous?.number ?? 0) + 1
  const wrong = (kind: ProblemKind, detail: string) => problemOf(seal, kind, detail)
  if (Number(seal.number) > number) {
    throw problemOf({ ...seal, number: `${number}` }, 'seal_missing', `Seal ${number} is missing.`)
  }
  if (Number(seal.number) < number) {
    throw wrong('chain_broken', `There are two seals with number ${seal.number}.`)
  }
  const entries = new EntryList(seal.entryIds, seal.entryHashes)
  if (
    seal.sealHash !== sealHash(seal) ||
    seal.entriesHash !== entries.hash() ||
    seal.entryCount !== `${entries.ids.length}`
  ) {
    throw wrong('seal_altered', `Seal ${number} does not match its hash.`)
  }
  const key = keys.get(seal.keyId)
  if (!key || !sealSignature.verify(seal.sealHash, seal.signature, key)) {
    throw wrong('signature_invalid', `Seal ${number} is not signed with a key of the platform.`)
  }
  if (seal.previousHash !== (previous?.sealHash ?? GENESIS_HASH)) {
    throw wrong('chain_broken', `Seal ${number} does not follow from the previous seal.`)
  }
  if (seal.fromXid !== (previous?.untilXid ?? '0')) {
    throw wrong('chain_broken', `Seal ${number} does not begin where the previous seal ends.`)
  }
  if (seal.recordedHash !== seal.sealHash) {
    throw wrong('seal_unrecorded', `Seal ${number} differs from its record in the chain of heads.`)
  }
}

const verifyEnd = (tenantId: string, last: StoredSeal | undefined, end: ChainEnd): void => {
  const number = Number(last?.number ?? 0)
  if (end.recorded !== null && Number(end.recorded) > number) {
    throw new TrailProblemFound({
      kind: 'seals_truncated',
      tenantId,
      sealNumber: number + 1,
      detail: `Seals ${number + 1} to ${end.recorded} are missing; the chain of heads still records them.`,
    })
  }
  if (last && BigInt(last.untilXid) > BigInt(end.nextXid)) {
    throw problemOf(
      last,
      'counter_behind',
      `Seal ${number} covers transactions up to ${last.untilXid}, but this server is at ${end.nextXid}: a dump was restored into a new server.`,
    )
  }
}

/** An entry of a transaction in the future was written by hand. */
const verifyUnsealed = async (
  { sql, counts }: Trail,
  tenantId: string,
  sealedUntil: string,
): Promise<void> => {
  const [rest] = await sql<{ count: number; forged: string | null }>(UNSEALED, [
    tenantId,
    sealedUntil,
  ])
  counts.unsealed += rest?.count ?? 0
  if (rest?.forged) {
    throw new TrailProblemFound({
      kind: 'entry_inserted',
      tenantId,
      entryId: rest.forged,
      detail: `Entry ${rest.forged} names a transaction that has not begun, so it would never be sealed.`,
    })
  }
}

/** The number of seals per read. With the ids and hashes of its entries, a seal takes about 70 KB. */
const SEALS_AT_ONCE = 50

async function* storedSeals(sql: Sql, tenantId: string): AsyncGenerator<StoredSeal> {
  let last: StoredSeal | undefined
  for (;;) {
    const after = [last?.number ?? '0', last?.id ?? '']
    const seals = await sql<StoredSeal>(SEALS, [tenantId, ...after, SEALS_AT_ONCE])
    yield* seals
    if (seals.length < SEALS_AT_ONCE) return
    last = seals.at(-1)
  }
}

const SEALS: Statement = {
  name: 'audit_seals',
  text: `SELECT ${SEAL_TEXT}, s.entry_ids AS "entryIds", s.entry_hashes AS "entryHashes",
      (SELECT h.seal_hash FROM audit_heads h WHERE h.tenant_id = s.tenant_id AND h.seal_number = s.number
        LIMIT 1) AS "recordedHash"
    FROM audit_seals s
    WHERE s.tenant_id = $1 AND (s.number, s.id COLLATE "C") > ($2::integer, $3)
    ORDER BY s.number, s.id COLLATE "C" LIMIT $4`,
}

interface ChainEnd {
  newest: string | null
  recorded: string | null
  nextXid: string
}

const CHAIN_END: Statement = {
  name: 'audit_chain_end',
  text: `SELECT (SELECT max(number)::text FROM audit_seals WHERE tenant_id = $1) AS newest,
      (SELECT max(seal_number)::text FROM audit_heads WHERE tenant_id = $1) AS recorded,
      pg_snapshot_xmax(pg_current_snapshot())::text AS "nextXid"`,
}

const UNSEALED: Statement = {
  name: 'audit_unsealed',
  text: `SELECT count(*)::integer AS count,
      min(id COLLATE "C") FILTER (WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())) AS forged
    FROM audit_entries WHERE tenant_id = $1 AND xid >= $2::xid8`,
}
