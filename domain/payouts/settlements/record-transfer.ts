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

/** Records what the gateway said of a step. Safe to run twice: the gateway answers the same again. */
export const recordTransfer = (ctx: Context, { id, step, result }: Input) =>
  moveRecord(ctx, { id }, settlementRecord, settlementMoves, 'transfer', {
    fields: () => {
      if (result.outcome === 'FAILED') return { failureCode: result.failureCode }
      const { reference } = result
      return step === 'transfer' ? { transferReference: reference } : { payoutReference: reference }
    },
  })
