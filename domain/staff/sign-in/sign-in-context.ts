import type { Context } from '#platform/core/context/context.ts'

/** The context of a call before anybody is signed in: who calls, and for which centre, follows from it. */
export type SigningIn<C extends Context = Context> = Omit<C, 'tenantId' | 'actor'>

/** The context in a centre of who is about to sign in: a user, or nobody known who acts by what `id` names. */
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
  // Owners sign in (`startSession`).
  whileSuspended: true,
  actor: { kind, id, permissions: new Set(['users:write', 'user-sessions:write']) },
})
