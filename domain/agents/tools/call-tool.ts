import type { OutsideContext } from '#platform/core/context/context.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import type { ActionRun } from '../catalog/action.ts'
import type { Tool } from './tool.ts'

/** Calls a tool for the context's actor, who needs the tool's permissions. */
export const callTool = async (
  ctx: OutsideContext,
  tool: Tool,
  { parameters, ...run }: ActionRun & { parameters: unknown },
): Promise<object> => {
  authorize(ctx.actor, tool.needs)
  return tool.run(ctx, parameters, run)
}
