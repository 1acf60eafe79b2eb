import type { Context } from '#platform/core/context/context.ts'
import { can } from '#platform/core/access/permissions.ts'
import { readable, type Readable } from './readable.ts'
import type { WorklistKind } from './worklist-kinds.ts'

/** A part of the list that is read in one sight of the caller. */
interface Part extends Readable {
  ctx: Context
}

/**
 * The parts of a caller's worklist. A call has one sight (docs/decisions/0109), but a therapist who also schedules must
 * see the notes of their caseload beside the bookings of the centre: each kind is read in the widest sight whose roles
 * show it.
 */
export const partsOf = (ctx: Context, asked?: readonly WorklistKind[]): Part[] => {
  const first: Part = { ctx, ...readable(ctx, asked) }
  const parts = [first]
  for (const actor of ctx.sights ?? []) {
    if (actor === ctx.actor || !can(actor, 'tasks:read')) continue
    const rest = without(readable({ ...ctx, actor }, asked), parts)
    if (rest.kinds.length > 0) parts.push({ ctx: { ...ctx, actor }, ...rest })
  }
  return parts
}

/** What other parts do not have yet. A kind of follow-up can be in another sight than the others. */
const without = (all: Readable, others: readonly Readable[]): Readable => {
  const isNew =
    (member: keyof Readable) =>
    (name: string): boolean =>
      !others.some((other) => (other[member] as readonly string[]).includes(name))
  const followUps = all.followUps.filter(isNew('followUps'))
  const isListed = (kind: WorklistKind) =>
    kind === 'FOLLOW_UP_STEP' ? followUps.length > 0 : isNew('kinds')(kind)
  return {
    followUps,
    kinds: all.kinds.filter(isListed),
    actionable: all.actionable.filter(isListed),
  }
}
