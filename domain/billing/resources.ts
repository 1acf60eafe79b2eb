import { cancellationPolicies } from './cancellation-policies/resource.ts'
import { credits } from './credits/resource.ts'
import { discountCodes } from './discount-codes/resource.ts'
import { disputes } from './disputes/resource.ts'
import { dunnings } from './dunnings/resource.ts'
import { invoices } from './invoices/resource.ts'
import { ledger } from './ledger/resource.ts'
import { legalEntities } from './legal-entities/resource.ts'
import { orders } from './orders/resource.ts'
import { paymentAccounts } from './payment-accounts/resource.ts'
import { payments } from './payments/resource.ts'
import { payers } from './payers/resource.ts'
import { payoutAccounts } from './payout-accounts/resource.ts'
import { refunds } from './refunds/resource.ts'
import { reserves } from './reserves/resource.ts'
import { settlements } from './settlements/resource.ts'
import { splitTerms } from './split-terms/resource.ts'
import { sessionPackages } from './session-packages/resource.ts'
import { superbills } from './superbills/resource.ts'
import { treatmentCycles } from './treatment-cycles/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const billing = [
  cancellationPolicies,
  payers,
  ledger,
  discountCodes,
  orders,
  sessionPackages,
  legalEntities,
  invoices,
  paymentAccounts,
  dunnings,
  payments,
  refunds,
  credits,
  disputes,
  splitTerms,
  payoutAccounts,
  settlements,
  reserves,
  treatmentCycles,
  superbills,
] as const
