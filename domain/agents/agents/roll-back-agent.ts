import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { withTriggers } from '../triggers/with-triggers.ts'
import { assertMaySetGoing } from './assert-may-set-going.ts'
import { loadAgentVersion } from './queries.ts'
import { agentRecord } from './record.ts'
import type { RollBackAgent } from './schemas.ts'

/** Makes another published version current. The draft stays unchanged. */
export const rollBackAgent = (ctx: Context, { number, ...ref }: RecordRef & RollBackAgent) =>
  changeRecord(ctx, ref, agentRecord, {
    fields: async (before, tx) => {
      await loadAgentVersion(tx, { id: before.id, number })
      await assertMaySetGoing(tx, { id: before.id, publishedVersion: number })
      return withTriggers(tx, before, { publishedVersion: number })
    },
  })
