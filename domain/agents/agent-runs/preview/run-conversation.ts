import type { OutsideContext } from '#platform/core/context/context.ts'
import { previewTool } from '../../tools/preview-tool.ts'
import type { Outcome } from '../nodes/outcome.ts'
import type { Unanswered } from './preview.ts'
import { runTurn } from '../nodes/agent.ts'

/**
 * Runs the conversation of an AGENT node in a preview: reading tools are executed, and other effects are only
 * described.
 */
export const runConversation = async (
  ctx: OutsideContext,
  { node, context }: Unanswered,
): Promise<Outcome> => {
  let before: unknown
  for (;;) {
    const outcome = await runTurn(ctx, {
      node,
      context,
      actors: [ctx.actor],
      before,
      call: previewTool,
    })
    if (outcome.status !== 'RUNNING') return outcome
    before = outcome.output
  }
}
