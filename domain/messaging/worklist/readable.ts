import type { Context } from '#platform/core/context/context.ts'
import { can, permissionsIn } from '#platform/core/access/permissions.ts'
import { readableKinds } from '../follow-ups/permission-for.ts'
import { WORKLIST_KINDS, type WorklistKind } from './worklist-kinds.ts'

/** What a caller may see of the worklist. */
export interface Readable {
  kinds: WorklistKind[]
  /** The kinds whose actions the caller may do. */
  actionable: WorklistKind[]
  /** The kinds of follow-ups whose steps the caller may see. */
  followUps: string[]
}

type Caller = Pick<Context, 'actor'> & { platform: Pick<Context['platform'], 'registry'> }

export const readable = (
  caller: Caller,
  asked: readonly WorklistKind[] = WORKLIST_KINDS,
): Readable => {
  const { actor, platform } = caller
  const { worklist } = platform.registry
  const kinds = asked.filter((kind) => can(actor, worklist[kind].reads))
  return {
    kinds,
    actionable: kinds.filter((kind) =>
      worklist[kind].actions.some(({ needs }) =>
        permissionsIn(needs).every((needed) => can(actor, needed)),
      ),
    ),
    followUps: readableKinds(caller),
  }
}
