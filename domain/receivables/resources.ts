import { discountCodes } from './discount-codes/resource.ts'
import { dunnings } from './dunnings/resource.ts'
import { invoices } from './invoices/resource.ts'
import { ledger } from './ledger/resource.ts'
import { legalEntities } from './legal-entities/resource.ts'
import { orders } from './orders/resource.ts'
import { payers } from './payers/resource.ts'
import { periodLocks } from './period-locks/resource.ts'
import { sessionPackages } from './session-packages/resource.ts'
import { superbills } from './superbills/resource.ts'
import { treatmentCycles } from './treatment-cycles/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const receivables = [
  payers,
  ledger,
  discountCodes,
  orders,
  sessionPackages,
  legalEntities,
  invoices,
  dunnings,
  treatmentCycles,
  superbills,
  periodLocks,
] as const
