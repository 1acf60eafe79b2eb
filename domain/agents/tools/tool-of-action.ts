import { z } from 'zod'
import { permissionsIn } from '#platform/core/access/permissions.ts'
import { ACTIONS } from '../catalog/actions/index.ts'
import { namedIn } from '../catalog/named-in.ts'
import { previewAction } from '../catalog/preview-action.ts'
import { performAction } from '../catalog/perform-action.ts'
import { proposeAction } from './propose-action.ts'
import type { Tool, ToolFamily } from './tool.ts'

const Outcome = z.strictObject({
  status: z.enum(['DONE', 'SKIPPED']),
  outcome: z.string(),
  subject: z.strictObject({ type: z.string(), id: z.string() }).nullable(),
})

const Proposal = z.strictObject({
  status: z.literal('PROPOSED'),
  taskId: z.string(),
  wouldDo: z.string(),
})

/** Offers a catalog action as a tool. An action that requires approval is only proposed. */
export const toolOfAction = (
  family: ToolFamily,
  name: string,
  { proposed = false }: { proposed?: boolean } = {},
): Tool => {
  const { title, description, parameters, needs, approval } = namedIn(ACTIONS, 'action', name)
  const common: Pick<Tool, 'family' | 'title' | 'parameters' | 'preview'> = {
    family,
    title,
    parameters,
    preview: async (ctx, given) => {
      const { text } = await previewAction(ctx, { action: name, parameters: given })
      return { wouldDo: text }
    },
  }
  if (approval === 'NONE' && !proposed)
    return {
      ...common,
      name,
      description,
      answers: Outcome,
      needs,
      effect: 'WRITE',
      run: (ctx, given, run) => performAction(ctx, { action: name, parameters: given, ...run }),
    }
  return {
    ...common,
    name: `propose_${name}`,
    description: `${description} The action is not carried out now: a person of the centre gets a task to check it and carry it out.`,
    answers: Proposal,
    needs: [...permissionsIn(needs), 'tasks:write', 'tasks:read', 'children:read'],
    effect: 'PROPOSE',
    run: (ctx, given, run) => proposeAction(ctx, { action: name, parameters: given, ...run }),
  }
}
