import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { moveSessions, noteMovement } from './move-sessions.ts'
import { createPackage } from './open-package.ts'
import { loadSessionPackage } from './queries.ts'
import { assertLeft } from './rules.ts'
import { toSessionPackage, type SessionPackage, type TransferSessionPackage } from './schemas.ts'

/** Transfers sessions to a sibling as a new package on the same terms. Returns the new package. */
export const transferSessionPackage = (
  ctx: Context,
  { id, version, childId, sessions: wanted }: RecordRef & TransferSessionPackage,
): Promise<SessionPackage> =>
  transact(ctx, 'session-packages:write', async (tx) => {
    await lockRecord(tx, 'session_packages', id)
    const before = await loadSessionPackage(tx, id)
    assertVersion(before, version)
    await assertReferences(tx, 'child', { childId })
    await assertSibling(tx, before, childId)
    const sessions = wanted ?? before.balance
    assertLeft(before.balance, sessions)
    await moveSessions(tx, id, { kind: 'TRANSFERRED', sessions: -sessions })
    const { orderId, clientId, payerId, serviceId, description, expiresOn } = before
    const terms = { orderId, clientId, payerId, serviceId, description, expiresOn }
    const row = await createPackage(tx, {
      ...terms,
      childId,
      balance: sessions,
      transferredFromId: id,
    })
    await noteMovement(tx, row, { kind: 'TRANSFERRED', sessions })
    return toSessionPackage(row)
  })

/** Checks that two children are siblings, that is, that they have the same guardian or payer. */
const assertSibling = async (
  tx: Transaction,
  { childId: from, payerId }: { childId: string; payerId: string | null },
  to: string,
): Promise<void> => {
  const [found] = from === to ? [] : await tx.sql(HOUSEHOLD, [tx.tenantId, from, to, payerId])
  if (!found)
    throw invalid(
      'childId',
      'not_allowed',
      'The sessions can be transferred only to another child of the same guardian or payer.',
    )
}

const HOUSEHOLD = `
  SELECT 1 FROM guardianships theirs
  WHERE theirs.tenant_id = $1 AND theirs.child_id = $3 AND theirs.ended_at IS NULL AND (theirs.payer_id = $4
    OR EXISTS (SELECT FROM guardianships own WHERE own.tenant_id = $1 AND own.child_id = $2 AND own.ended_at IS NULL
      AND own.client_id = theirs.client_id)) LIMIT 1`
