import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { ssoConnectionRecord } from './record.ts'
import { proofsOf } from './schemas.ts'

/** Takes the proof of a domain back, for an operator: another connection can prove it then. Open sessions stay. */
export const withdrawSsoDomain = (ctx: Context, ref: RecordRef, { domain }: { domain: string }) =>
  changeRecord(ctx, ref, ssoConnectionRecord, {
    fields: (before) => ({
      domainProofs: proofsOf(before).filter((proof) => proof.domain !== domain),
    }),
  })
