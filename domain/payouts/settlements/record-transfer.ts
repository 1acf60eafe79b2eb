import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { GatewayResult } from '#providers/payments/gateway.ts'
import { settlementRecord } from './record.ts'
import { settlementStatusAfter } from './rules.ts'

interface Input {
  id: string
  step: 'transfer' | 'payOut'
  result: GatewayResult
}

/** Records what the gateway said of a step. Safe to run twice: the gateway answers the same again. */
export const recordTransfer = (ctx: Context, { id, step, result }: Input) =>
  changeRecord(ctx, { id }, settlementRecord, {
    fields: (before) => {
      const status = settlementStatusAfter('transfer', before.status)
      if (result.outcome === 'FAILED') return { status, failureCode: result.failureCode }
      const { reference } = result
      return step === 'transfer'
        ? { status, transferReference: reference }
        : { status, payoutReference: reference }
    },
  })
