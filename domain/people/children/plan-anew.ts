import { rearmChild } from '#clinical/assessment-schedules/rearm.ts'
import { wakeConsentExpiries } from '../consents/consent-expiry.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { wakeFormChases } from '#clinical/form-responses/request-missing-forms.ts'
import { recountCycles, wakeCycles } from '#billing/treatment-cycles/count.ts'

/** What people are reminded of goes by the child's record: archived, restored, merged, it is planned anew. */
export const planAnew = async (tx: Transaction, childId: string): Promise<void> => {
  await rearmChild(tx, childId)
  await wakeConsentExpiries(tx, { childId })
  await wakeFormChases(tx, childId)
  await recountCycles(tx, childId)
  await wakeCycles(tx, childId)
}
