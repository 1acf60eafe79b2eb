import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { jsonObject } from '#platform/core/json.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { agentRecord } from './record.ts'
import { toAgent, type Agent, type CreateAgent } from './schemas.ts'

/** A draft: it does nothing before it is published. */
export const createAgent = (
  ctx: Context,
  { name, description, definition }: CreateAgent,
): Promise<Agent> =>
  transact(ctx, agentRecord.permission, async (tx) => {
    const row = await tx.db.agent.create({
      data: {
        ...freshRecord(tx, newId('agent')),
        name,
        description,
        definition: jsonObject(definition),
      },
    })
    tx.created({ type: 'agent', id: row.id }, row)
    return toAgent(row)
  })
