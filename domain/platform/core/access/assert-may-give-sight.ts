import type { Context } from '../context/context.ts'
import type { Reader } from '../transactions/transaction.ts'
import { assertFreshStepUp } from './assert-fresh-step-up.ts'
import { authorize } from './permissions.ts'

/** Deciding which provider sees a child takes the permission to change care teams, and a recent proof of identity. */
export const assertMayGiveSight = async (
  tx: Pick<Reader, 'actor' | 'now' | 'sql' | 'tenantId'> & Pick<Context, 'publicUrl'>,
): Promise<void> => {
  authorize(tx.actor, 'care-teams:write')
  await assertFreshStepUp(tx)
}
