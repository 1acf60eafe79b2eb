import type { Context } from '#platform/core/context/context.ts'
import { can, type Permission } from '#platform/core/access/permissions.ts'
import { named } from '#platform/core/context/registry.ts'
import { FOLLOW_UP_NAMES, type FollowUpName } from './names.ts'

type Caller = Pick<Context, 'actor'> & { platform: Pick<Context['platform'], 'registry'> }

/** The permission for a kind of follow-up; see `FollowUpKind.resource`. */
export const permissionFor = (
  { platform }: Caller,
  kind: string,
  mode: 'read' | 'write',
): Permission => `${named(platform.registry.followUps, kind).resource}:${mode}`

/** The kinds that the caller may read. */
export const readableKinds = (caller: Caller): FollowUpName[] =>
  FOLLOW_UP_NAMES.filter((kind) => can(caller.actor, permissionFor(caller, kind, 'read')))
