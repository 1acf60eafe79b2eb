import { generateKeyPairSync } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SEAL_TEXT, sealHash, sealSignature, type SealFacts } from '#platform/audit/entry-hash.ts'
import { sealEntries } from '#platform/audit/seal-entries.ts'
import { verifyTrail } from '#platform/audit/verify-trail.ts'
import { rotateKey } from '#platform/identity/rotate-key.ts'
import { openTrail, type TrailUnderTest } from './trail.ts'

/** Two seals of the centre: the first over its opening and four entries, the second over three. */
const sealedTrail = async () => {
  const trail = await openTrail()
  const first = await trail.write(4)
  await trail.seal()
  const second = await trail.write(3)
  const { head } = await trail.seal()
  return { ...trail, first, second, anchor: head! }
}

const problemOf = async ({ platform }: TrailUnderTest) => (await verifyTrail(platform)).problem

describe('an untouched trail', () => {
  test('verifies and reports how much is sealed', async () => {
    const trail = await sealedTrail()
    await trail.write(2)
    const { head, ...report } = await verifyTrail(trail.platform)
    expect(report).toEqual({ ok: true, seals: 2, entries: 8, unsealed: 2 })
    expect(head).toEqual(trail.anchor)
    const one = await verifyTrail(trail.platform, { tenantId: trail.tenantId })
    expect(one).toMatchObject({ ok: true, seals: 2, entries: 8, unsealed: 2 })
  })

  test('still verifies after the sealing key is rotated', async () => {
    const trail = await sealedTrail()
    await rotateKey(trail.platform, 'audit_seal')
    await trail.write(1)
    await trail.seal()
    expect(await verifyTrail(trail.platform)).toMatchObject({ ok: true, seals: 3, entries: 9 })
  })

  test('cannot be changed by the roles of the platform, which cannot choose positions either', async () => {
    const { platform, first } = await sealedTrail()
    const { system } = platform.database
    await expect(system.query('DELETE FROM audit_entries')).rejects.toThrow('permission denied')
    await expect(system.query('UPDATE audit_seals SET number = 7')).rejects.toThrow(
      'permission denied',
    )
    await expect(system.query('TRUNCATE audit_heads')).rejects.toThrow('permission denied')
    const forged = `INSERT INTO audit_entries (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome,
        changes, xid)
      SELECT tenant_id, 'aud_forged', now(), 'SYSTEM', 'x', 'x', 'ALLOWED', '{}', xid
      FROM audit_entries WHERE id = $1`
    await expect(system.query(forged, [first[0]])).rejects.toThrow('permission denied')
  })

  test('cannot be changed by its owner either', async () => {
    const { database } = await sealedTrail()
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    onTestFinished(() => owner.end())
    for (const table of ['audit_entries', 'audit_seals', 'audit_heads']) {
      for (const change of [`DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
        await expect(owner.query(change)).rejects.toThrow(`${table} is append-only`)
      }
    }
  })
})

describe('verification detects a superuser who', () => {
  test('alters an entry', async () => {
    const trail = await sealedTrail()
    await trail.tamper([
      `UPDATE audit_entries SET outcome = 'REFUSED' WHERE id = $1`,
      [trail.first[2]],
    ])
    expect(await problemOf(trail)).toMatchObject({
      kind: 'entry_altered',
      tenantId: trail.tenantId,
      sealNumber: 1,
      entryId: trail.first[2],
    })
  })

  test.each([
    ['code', `'x'`],
    ['http_status', '500'],
    ['actor_id', `'someone'`],
    ['occurred_at', `occurred_at + interval '1 millisecond'`],
    ['occurred_at', `'infinity'`],
    ['request_id', `''`],
    ['workflow_id', `'null'`],
    ['changes', `'{"n": 1.10}'`],
    ['changes', `'{"n": 1.1, "m": null}'`],
  ])('alters %s to %s', async (column, value) => {
    const trail = await sealedTrail()
    await trail.tamper([
      `UPDATE audit_entries SET ${column} = ${value} WHERE id = $1`,
      [trail.second[1]],
    ])
    const found = { kind: 'entry_altered', sealNumber: 2, entryId: trail.second[1] }
    expect(await problemOf(trail)).toMatchObject(found)
  })

  test('drops an entry', async () => {
    const trail = await sealedTrail()
    await trail.tamper(['DELETE FROM audit_entries WHERE id = $1', [trail.first[1]]])
    expect(await problemOf(trail)).toMatchObject({
      kind: 'entry_missing',
      sealNumber: 1,
      entryId: trail.first[1],
    })
  })

  test('inserts an entry among sealed ones', async () => {
    const trail = await sealedTrail()
    await trail.tamper([
      `INSERT INTO audit_entries (tenant_id, id, seq, occurred_at, actor_kind, actor_id, action, outcome, changes, xid)
        SELECT tenant_id, 'aud_forged', seq, now(), 'SYSTEM', 'x', 'x', 'ALLOWED', '{}', xid
        FROM audit_entries WHERE id = $1`,
      [trail.first[3]],
    ])
    expect(await problemOf(trail)).toMatchObject({
      kind: 'entry_inserted',
      sealNumber: 1,
      entryId: 'aud_forged',
    })
  })

  test('inserts an entry that no seal will reach', async () => {
    const trail = await sealedTrail()
    await trail.tamper([
      `INSERT INTO audit_entries (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, changes, xid)
        VALUES ($1, 'aud_forged', now(), 'SYSTEM', 'x', 'x', 'ALLOWED', '{}', '9000000000000')`,
      [trail.tenantId],
    ])
    expect(await problemOf(trail)).toMatchObject({ kind: 'entry_inserted', entryId: 'aud_forged' })
  })

  test.each(['seq', 'seq, xid'])('swaps the %s of two entries', async (columns) => {
    const trail = await sealedTrail()
    const [, a, , b] = trail.first
    await trail.tamper([
      `UPDATE audit_entries mine SET (${columns}) =
        (SELECT ${columns} FROM audit_entries WHERE id = CASE mine.id WHEN $1 THEN $2 ELSE $1 END)
        WHERE id IN ($1, $2)`,
      [a, b],
    ])
    expect(await problemOf(trail)).toMatchObject({ kind: 'entry_reordered', sealNumber: 1 })
  })

  test('cuts off the last entries', async () => {
    const trail = await sealedTrail()
    await trail.tamper(['DELETE FROM audit_entries WHERE id = ANY($1)', [trail.second.slice(1)]])
    expect(await problemOf(trail)).toMatchObject({
      kind: 'entries_truncated',
      sealNumber: 2,
      entryId: trail.second[1],
    })
  })

  test('deletes a seal', async () => {
    const trail = await sealedTrail()
    await trail.tamper([
      'DELETE FROM audit_seals WHERE tenant_id = $1 AND number = 1',
      [trail.tenantId],
    ])
    expect(await problemOf(trail)).toMatchObject({ kind: 'seal_missing', sealNumber: 1 })
  })

  test('deletes the newest seal, with its entries or without', async () => {
    const trail = await sealedTrail()
    await trail.tamper([
      'DELETE FROM audit_seals WHERE tenant_id = $1 AND number = 2',
      [trail.tenantId],
    ])
    expect(await problemOf(trail)).toMatchObject({ kind: 'seals_truncated', sealNumber: 2 })
    await trail.tamper(['DELETE FROM audit_entries WHERE id = ANY($1)', [trail.second]])
    expect(await problemOf(trail)).toMatchObject({ kind: 'seals_truncated', sealNumber: 2 })
  })

  test('deletes the newest seal and lets the sealer make another', async () => {
    const trail = await sealedTrail()
    await trail.tamper(
      ['DELETE FROM audit_seals WHERE tenant_id = $1 AND number = 2', [trail.tenantId]],
      [`UPDATE audit_entries SET outcome = 'REFUSED' WHERE id = $1`, [trail.second[0]]],
    )
    const report = await trail.seal()
    expect(report).toMatchObject({ seals: 0, refused: [{ tenantId: trail.tenantId }] })
    expect(await problemOf(trail)).toMatchObject({ kind: 'seals_truncated' })
  })

  test('deletes a seal and its heads in the chain', async () => {
    const trail = await sealedTrail()
    const otherTenant = 'ten_platform'
    await trail.write(1, otherTenant)
    await trail.seal()
    await trail.tamper(
      ['DELETE FROM audit_seals WHERE tenant_id = $1 AND number = 2', [trail.tenantId]],
      ['DELETE FROM audit_heads WHERE tenant_id = $1 AND seal_number = 2', [trail.tenantId]],
      ['DELETE FROM audit_entries WHERE id = ANY($1)', [trail.second]],
    )
    expect(await problemOf(trail)).toMatchObject({ kind: 'head_missing' })
  })

  test('cuts off the end of everything, if an anchor was kept elsewhere', async () => {
    const trail = await sealedTrail()
    await trail.tamper(
      ['DELETE FROM audit_seals WHERE tenant_id = $1 AND number = 2', [trail.tenantId]],
      ['DELETE FROM audit_heads WHERE seal_number = 2'],
      ['DELETE FROM audit_entries WHERE id = ANY($1)', [trail.second]],
    )
    const { platform, anchor } = trail
    expect(await verifyTrail(platform, { anchor })).toMatchObject({
      ok: false,
      problem: { kind: 'anchor_lost' },
    })
    await expect(sealEntries(platform, { anchor })).rejects.toThrow('no longer contains head 2')
  })

  test('alters a seal', async () => {
    const trail = await sealedTrail()
    await trail.tamper([
      'UPDATE audit_seals SET created_at = created_at + $2 WHERE tenant_id = $1 AND number = 1',
      [trail.tenantId, '1 second'],
    ])
    expect(await problemOf(trail)).toMatchObject({ kind: 'seal_altered', sealNumber: 1 })
  })

  test.each([
    'UPDATE audit_seals SET entry_ids = array_reverse(entry_ids)',
    `UPDATE audit_seals SET entry_hashes = set_byte(entry_hashes, 3, 7)`,
    'UPDATE audit_seals SET entry_hashes = substring(entry_hashes FOR 32)',
  ])('alters the list of a seal: %s', async (statement) => {
    const trail = await sealedTrail()
    await trail.tamper([statement])
    expect(await problemOf(trail)).toMatchObject({ kind: 'seal_altered', sealNumber: 1 })
  })

  test('alters a seal and hashes it again without the key', async () => {
    const trail = await sealedTrail()
    const hash = sealHash({ ...(await storedSeal(trail, 2)), lastSeq: '99' })
    await trail.tamper([
      'UPDATE audit_seals SET last_seq = 99, seal_hash = $2 WHERE tenant_id = $1 AND number = 2',
      [trail.tenantId, hash],
    ])
    expect(await problemOf(trail)).toMatchObject({ kind: 'signature_invalid', sealNumber: 2 })
  })

  test('alters a seal and signs it with an added key', async () => {
    const trail = await sealedTrail()
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const hash = sealHash({ ...(await storedSeal(trail, 2)), keyId: 'kid_forged' })
    await trail.tamper(
      [
        `INSERT INTO signing_keys (id, purpose, algorithm, public_jwk, ciphertext, created_at, retired_at)
          SELECT 'kid_forged', purpose, algorithm, $1, ciphertext || 'A', created_at, now()
          FROM signing_keys WHERE purpose = 'audit_seal'`,
        [publicKey.export({ format: 'jwk' })],
      ],
      [
        `UPDATE audit_seals SET key_id = 'kid_forged', seal_hash = $2, signature = $3
          WHERE tenant_id = $1 AND number = 2`,
        [trail.tenantId, hash, sealSignature.sign(hash, privateKey)],
      ],
    )
    expect(await problemOf(trail)).toMatchObject({ kind: 'signature_invalid', sealNumber: 2 })
  })

  test('replaces the newest seal with one of an earlier copy of the database', async () => {
    const trail = await sealedTrail()
    await trail.tamper([
      `UPDATE audit_seals SET seal_hash = repeat('ab', 32) WHERE tenant_id = $1 AND number = 2`,
      [trail.tenantId],
    ])
    expect(await problemOf(trail)).toMatchObject({ kind: 'seal_altered', sealNumber: 2 })
    const report = await trail.seal()
    expect(report.seals).toBe(0)
  })

  test('alters the chain of heads', async () => {
    const trail = await sealedTrail()
    await trail.tamper([`UPDATE audit_heads SET created_at = 'epoch' WHERE number = 2`])
    expect(await problemOf(trail)).toMatchObject({ kind: 'head_altered' })
  })

  test('removes a single head', async () => {
    const trail = await sealedTrail()
    await trail.tamper(['DELETE FROM audit_heads WHERE seal_number = 2'])
    expect(await problemOf(trail)).toMatchObject({ kind: 'seal_unrecorded', sealNumber: 2 })
  })

  test('removes a tenant with all its rows', async () => {
    const trail = await sealedTrail()
    const gone = trail.tenantId
    await trail.tamper(
      ['DELETE FROM tenants WHERE tenant_id = $1', [gone]],
      ['DELETE FROM audit_entries WHERE tenant_id = $1', [gone]],
      ['DELETE FROM audit_seals WHERE tenant_id = $1', [gone]],
    )
    expect(await problemOf(trail)).toMatchObject({ kind: 'seal_missing', tenantId: gone })
  })
})

const storedSeal = async (
  { platform, tenantId }: TrailUnderTest,
  number: number,
): Promise<SealFacts> => {
  const { rows } = await platform.database.system.query<SealFacts>(
    `SELECT ${SEAL_TEXT} FROM audit_seals s WHERE tenant_id = $1 AND number = $2`,
    [tenantId, number],
  )
  return rows[0]!
}
