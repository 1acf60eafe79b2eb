import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { ssoConnectionRecord } from './record.ts'
import { proofsOf } from './schemas.ts'

/**
 * Withdraws the verification of a domain for an operator, so that another connection can verify it. Open
 * sessions are kept.
 */
export const withdrawSsoDomain = (ctx: Context, ref: RecordRef, { domain }: { domain: string }) =>
  changeRecord(ctx, ref, ssoConnectionRecord, {
    fields: (before) => ({
      domainProofs: proofsOf(before).filter((proof) => proof.domain !== domain),
    }),
  })
