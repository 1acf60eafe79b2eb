import type { Context } from '#platform/core/context/context.ts'

/** The context of a call before sign-in, from which caller and centre follow. */
export type SigningIn<C extends Context = Context> = Omit<C, 'tenantId' | 'actor'>

/** The context of a person about to sign in at a centre: a user, or an unknown one acting through `id`. */
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
