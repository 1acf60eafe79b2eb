import type { Sql, Statement } from '../identity/system-sql.ts'
import { GENESIS_HASH, HEAD_TEXT, headHash, headSignature, type HeadFacts } from './entry-hash.ts'
import { TrailProblemFound, type ProblemKind } from './trail-problem.ts'
import type { Trail } from './trail.ts'

interface StoredHead extends HeadFacts {
  headHash: string
  signature: string
  /** The hash of the recorded seal, taken from the seal itself. */
  storedSealHash: string | null
}

/**
 * Verifies the chain that connects the seals of all tenants. For a single tenant, verifies only its links, not
 * their connections.
 */
export const verifyHeads = async ({ sql, keys }: Trail, tenantId?: string): Promise<void> => {
  let previous: StoredHead | undefined
  for await (const head of storedHeads(sql, tenantId)) {
    const wrong = (kind: ProblemKind, detail: string) =>
      new TrailProblemFound({
        kind,
        tenantId: head.tenantId,
        sealNumber: Number(head.sealNumber),
        detail,
      })
    const { number } = head
    const expected = `${BigInt(previous?.number ?? 0) + 1n}`
    if (tenantId === undefined && number !== expected) {
      throw new TrailProblemFound({ kind: 'head_missing', detail: `Head ${expected} is missing.` })
    }
    if (head.headHash !== headHash(head)) {
      throw wrong('head_altered', `Head ${number} does not match its hash.`)
    }
    const key = keys.get(head.keyId)
    if (!key || !headSignature.verify(head.headHash, head.signature, key)) {
      throw wrong('signature_invalid', `Head ${number} is not signed with a key of the platform.`)
    }
    const previousHash = previous?.headHash ?? GENESIS_HASH
    if (tenantId === undefined && head.previousHash !== previousHash) {
      throw wrong('chain_broken', `Head ${number} does not follow from the previous head.`)
    }
    if (head.storedSealHash !== head.sealHash) {
      throw wrong(
        'seal_missing',
        `Seal ${head.sealNumber}, recorded by head ${number}, is missing.`,
      )
    }
    previous = head
  }
}

const HEADS_AT_ONCE = 1_000

async function* storedHeads(sql: Sql, tenantId?: string): AsyncGenerator<StoredHead> {
  let after = '0'
  for (;;) {
    const heads = tenantId
      ? await sql<StoredHead>(TENANT_HEADS, [after, HEADS_AT_ONCE, tenantId])
      : await sql<StoredHead>(HEADS, [after, HEADS_AT_ONCE])
    yield* heads
    if (heads.length < HEADS_AT_ONCE) return
    after = heads.at(-1)?.number ?? after
  }
}

const heads = (name: string, condition: string): Statement => ({
  name,
  text: `SELECT ${HEAD_TEXT}, (SELECT s.seal_hash FROM audit_seals s
      WHERE s.tenant_id = h.tenant_id AND s.number = h.seal_number LIMIT 1) AS "storedSealHash"
    FROM audit_heads h WHERE h.number > $1::bigint ${condition} ORDER BY h.number LIMIT $2`,
})

const HEADS = heads('audit_heads', '')
const TENANT_HEADS = heads('audit_tenant_heads', 'AND h.tenant_id = $3')
