import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertUnlimited } from '#platform/identity/assert-unlimited.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'
import { assertLasting } from '../agent-runs/start/assert-lasting.ts'
import { assertMayRun } from '../agent-runs/start/assert-may-run.ts'
import { loadAgentVersion } from '../agents/queries.ts'
import { agentRecord } from '../agents/record.ts'
import { versionToRun } from '../agents/rules.ts'
import type { AgentWithWebhook } from '../agents/schemas.ts'
import { definitionOf } from '../definitions/definition.ts'
import { webhookOf } from './address-after.ts'

/**
 * Gives an agent's published webhook a new address and disables the old one immediately. Only this response
 * contains the address. A draft has none: what the caller would start could not be checked.
 */
export const rotateWebhookUrl = async (ctx: Context, ref: RecordRef): Promise<AgentWithWebhook> => {
  const token = randomToken()
  const agent = await changeRecord(ctx, ref, agentRecord, {
    fields: async (before, tx) => {
      await assertUnlimited(tx, 'The webhook URL of an agent')
      assertLasting(tx)
      const number = versionToRun({ ...before, pausedAt: null })
      const version = await loadAgentVersion(tx, { id: before.id, number })
      const definition = definitionOf(version)
      webhookOf(definition.trigger)
      await assertMayRun(tx, definition, version.publishedBy)
      return { webhookTokenHash: hashSecret(token), urlCreatedBy: tx.actor.id }
    },
  })
  return { ...agent, webhookUrl: new URL(`/agent-webhooks/${token}`, ctx.publicUrl).href }
}
