import type { OutsideContext } from '#platform/core/context/context.ts'
import { carryOutTogether } from '#platform/core/transactions/carry-out-together.ts'
import { deliverMessage, type Sending } from './send-message.ts'
import { messageDeliveryWorkflow } from './workflows.ts'

/** Nothing waits for the end of the first e-mail's workflow. The activity may take two minutes. */
const TURN_MS = 30_000

/**
 * Sends e-mails of a centre that are due. Those that fail or are not due get a workflow of their own, which tries
 * them again; the first one has a workflow already.
 * @returns whether nothing is left of the first e-mail.
 */
export const deliverTogether = async (
  ctx: OutsideContext,
  { id, others }: { id: string; others: readonly string[] },
  sending: Sending | undefined,
): Promise<boolean> => {
  const isDone = async (of: OutsideContext, one: string) =>
    (await deliverMessage(of, { id: one }, sending)) === null
  const [first] = await Promise.all([
    isDone(ctx, id).catch(() => false),
    carryOutTogether(ctx, others, {
      workflow: messageDeliveryWorkflow,
      permission: 'messages:write',
      turnMs: TURN_MS,
      carryOut: isDone,
    }),
  ])
  return first
}
