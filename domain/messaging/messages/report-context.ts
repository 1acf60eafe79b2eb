import type { Context } from '#platform/core/context/context.ts'

/** The context of a report about a message, which can do nothing else and is identified by the message. */
export const reportContext = (
  ctx: Omit<Context, 'actor' | 'tenantId'>,
  tenantId: string,
  messageId: string,
): Context => ({
  ...ctx,
  tenantId,
  // What has been sent is recorded even if the centre was suspended meanwhile.
  whileSuspended: true,
  actor: { kind: 'ANONYMOUS', id: messageId, permissions: new Set(['messages:write']) },
})
