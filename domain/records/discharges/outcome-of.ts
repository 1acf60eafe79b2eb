import type { Discharge as DischargeModel } from '#prisma/generated/client.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { showDischarge } from './queries.ts'
import type { DischargeOutcome } from './schemas.ts'

/** A discharge as its verbs return it. */
export const outcomeOf = async (
  reader: Reader,
  row: DischargeModel,
  items: DischargeOutcome['items'],
): Promise<DischargeOutcome> => ({
  ...(await showDischarge(reader, row)),
  dryRun: false,
  items,
  messages: [],
  followUpsStopped: [],
  agents: [],
})
