import type { Context } from '#platform/core/context/context.ts'

/** The context of a call before the sign-in, which determines the caller and the centre. */
export type SigningIn<C extends Context = Context> = Omit<C, 'tenantId' | 'actor'>

/** The context of a person who is about to sign in at a centre: a user, or an unknown person who acts through `id`. */
export const signInContext = (
  ctx: SigningIn,
  {
    tenantId,
    kind = 'ANONYMOUS',
    id,
  }: { tenantId: string; kind?: 'USER' | 'ANONYMOUS'; id: string },
): Context => ({
  ...ctx,
  tenantId,
  // Owners can sign in (`startSession`).
  whileSuspended: true,
  actor: { kind, id, permissions: new Set(['users:write', 'user-sessions:write']) },
})
