import { settlementMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { GatewayResult } from '#providers/payments/gateway.ts'
import { settlementRecord } from './record.ts'

interface Input {
  id: string
  step: 'transfer' | 'payOut'
  result: GatewayResult
}

/** Records the gateway's response to a step. Idempotent, because the gateway repeats its response. */
export const recordTransfer = (ctx: Context, { id, step, result }: Input) =>
  moveRecord(ctx, { id }, settlementRecord, settlementMoves, 'transfer', {
    fields: () => {
      if (result.outcome === 'FAILED') return { failureCode: result.failureCode }
      const { reference } = result
      return step === 'transfer' ? { transferReference: reference } : { payoutReference: reference }
    },
  })
