import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { freshRecord } from '../core/record-ref.ts'
import { assertReferences } from '../core/references.ts'
import { transact } from '../core/transaction.ts'
import { assertSessionTimes } from './rules.ts'
import { toSession, type CreateSession, type Session } from './schemas.ts'

/** Records a session that nobody had scheduled; those of appointments are opened by their verbs. */
export const createSession = (ctx: Context, input: CreateSession): Promise<Session> =>
  transact(ctx, 'sessions:write', async (tx) => {
    await assertReferences(tx, 'child', { childId: input.childId })
    await assertReferences(tx, 'provider', { providerId: input.providerId })
    assertSessionTimes({ endedAt: null, ...input }, tx.now)
    const row = await tx.db.session.create({
      data: { ...freshRecord(tx, newId('session')), ...input },
    })
    tx.audit({ type: 'session', id: row.id }, undefined, row)
    return toSession(row)
  })
