import { Prisma } from '#prisma/generated/client.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { agentRecord } from './record.ts'

/** Offers an agent no longer as a template. Agents that were created from it stay. */
export const withdrawAgentTemplate = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRecord, {
    fields: () => ({ template: Prisma.DbNull, templateOfferedAt: null }),
  })
