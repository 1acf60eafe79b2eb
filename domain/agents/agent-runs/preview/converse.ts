import type { OutsideContext } from '#platform/core/context/context.ts'
import { previewTool } from '../../tools/preview-tool.ts'
import type { Outcome } from '../loop/outcome-of.ts'
import type { Unanswered } from './preview.ts'
import { takeTurn } from '../loop/take-turn.ts'

/** Has a model answer at a node of a preview: its tools read, and say what they would do instead of doing it. */
export const converse = async (
  ctx: OutsideContext,
  { node, place }: Unanswered,
): Promise<Outcome> => {
  let before: unknown
  for (;;) {
    const outcome = await takeTurn(ctx, {
      node,
      place,
      actors: [ctx.actor],
      before,
      call: previewTool,
    })
    if (outcome.status !== 'RUNNING') return outcome
    before = outcome.output
  }
}
