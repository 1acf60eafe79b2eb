import { can, permissionsIn } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { readableKinds } from '../follow-ups/permission-for.ts'
import type { WorklistKind } from './worklist-kinds.ts'

/** What the caller may see of the worklist. */
interface Readable {
  kinds: WorklistKind[]
  /** The kinds whose actions the caller may do. */
  actionable: WorklistKind[]
  /** The kinds of follow-ups whose steps the caller may see. */
  followUps: string[]
}

export const readable = (reader: Reader, asked?: readonly WorklistKind[]): Readable => {
  const { actor, platform } = reader
  const declared = Object.entries(platform.registry.worklist) as [
    WorklistKind,
    (typeof platform.registry.worklist)[WorklistKind],
  ][]
  const seen = declared.filter(
    ([kind, { reads }]) => can(actor, reads) && (asked?.includes(kind) ?? true),
  )
  return {
    kinds: seen.map(([kind]) => kind),
    actionable: seen
      .filter(([, { actions }]) =>
        actions.some(({ needs }) => permissionsIn(needs).every((needed) => can(actor, needed))),
      )
      .map(([kind]) => kind),
    followUps: readableKinds(reader),
  }
}
