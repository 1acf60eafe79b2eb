import { assessmentMoves } from '#clinical/assessments/moves.ts'
import { goalReviewMoves } from '#clinical/goals/moves.ts'
import { noteMoves } from '#clinical/notes/moves.ts'
import { ifspMoves } from '#early-intervention/ifsps/moves.ts'
import { knowledgeMoves } from '#knowledge/documents/moves.ts'
import {
  itemMoves,
  onboardingMoves,
  ownItemMoves,
} from '#marketplace/provider-onboardings/rules.ts'
import { messageMoves } from '#messaging/messages/moves.ts'
import { worklistNoticesWorkflow } from '#messaging/notifications/workflows.ts'
import { taskMoves } from '#messaging/tasks/moves.ts'
import { payoutAccountMoves } from '#payouts/payout-accounts/moves.ts'
import { platformPayoutMoves } from '#payouts/platform-payouts/moves.ts'
import { settlementMoves } from '#payouts/settlements/moves.ts'
import type { WaitingStates } from '#platform/core/context/registry.ts'
import type { Waits } from '#platform/core/records/define-waiting.ts'
import { erasureMoves } from '#privacy/erasures/moves.ts'
import { dunningMoves } from '#receivables/dunnings/moves.ts'
import { invoiceMoves } from '#receivables/invoices/moves.ts'
import { importMoves } from '#scheduling/appointment-imports/moves.ts'
import { appointmentMoves } from '#scheduling/appointments/moves.ts'
import { timeOffMoves } from '#scheduling/time-off/moves.ts'
import { endpointMoves } from '#webhooks/endpoints/moves.ts'
import { recoveryMoves } from '#webhooks/recoveries/moves.ts'

/**
 * The tables of moves with states in which records wait for a person; a test compares them with all tables. A run of
 * an agent asks by tasks.
 */
const TABLES = [
  appointmentMoves,
  assessmentMoves,
  dunningMoves,
  endpointMoves,
  erasureMoves,
  goalReviewMoves,
  ifspMoves,
  importMoves,
  invoiceMoves,
  knowledgeMoves,
  messageMoves,
  noteMoves,
  itemMoves,
  onboardingMoves,
  ownItemMoves,
  payoutAccountMoves,
  platformPayoutMoves,
  recoveryMoves,
  settlementMoves,
  taskMoves,
  timeOffMoves,
]

const isListed = (waits: Waits): boolean => typeof waits === 'object' && !('followUp' in waits)

const statesOf = (waits: Record<string, Waits>): string[] =>
  Object.entries(waits)
    .filter(([, it]) => isListed(it))
    .map(([status]) => status)

export const WAITING_STATES: WaitingStates = {
  // Onboardings and their items are one kind of record.
  states: Object.fromEntries(
    TABLES.map(({ subject }) => [
      subject,
      new Set(TABLES.flatMap((table) => (table.subject === subject ? statesOf(table.waits) : []))),
    ]),
  ),
  workflow: worklistNoticesWorkflow,
}
