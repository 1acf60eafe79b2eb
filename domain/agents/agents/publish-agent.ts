import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { withTriggers } from '../triggers/with-triggers.ts'
import { publishingRules } from './publishing-rules.ts'
import { agentRecord } from './record.ts'
import type { AgentWarning, PublishedAgent } from './schemas.ts'
import { warningsOf } from './warnings-of.ts'
import { definitionOf } from '../definitions/definition.ts'

/** Publishes the draft as the next version. New runs use it; current runs keep theirs. */
export const publishAgent = async (ctx: Context, ref: RecordRef): Promise<PublishedAgent> => {
  let warnings: AgentWarning[] = []
  const agent = await changeRecord(ctx, ref, agentRecord, {
    fields: async (draft, tx) => {
      const definition = definitionOf(draft)
      for (const rule of publishingRules(tx, draft, definition)) await rule()
      warnings = await warningsOf(tx, definition)
      const number = draft.latestVersion + 1
      await tx.db.agentVersion.create({
        data: {
          tenantId: tx.tenantId,
          agentId: draft.id,
          number,
          definition: jsonObject(definition),
          publishedBy: tx.actor.id,
          publishedAt: tx.now,
        },
      })
      return withTriggers(tx, draft, { publishedVersion: number, latestVersion: number })
    },
  })
  return { ...agent, warnings }
}
