import type { Context } from '#platform/core/context/context.ts'
import type { Message } from '#prisma/generated/client.ts'
import type { Variables } from './templates/index.ts'

type Notice = Variables<'worklist.waiting'>

/** For each message of an e-mail about the worklist, what its recipient sees there now. */
export type WaitingLines = ReadonlyMap<
  string,
  Omit<NonNullable<Notice['entries']>[number], 'stage'> & { entryId: string; timeZone: string }
>

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** Entries that no longer wait, or that the recipient may not see, are missing. */
    loadWaitingLines: (ctx: Context, messageId: string) => Promise<WaitingLines>
  }
}

/** The variables of the e-mail. A reminder of an entry and a first notice of it are one line. */
export const inOneDigest = (
  rows: readonly Message[],
  variables: readonly unknown[],
  waiting: WaitingLines,
): Notice => {
  const notices = variables as readonly Notice[]
  const lines = new Map(
    rows.map(({ id }, index) => {
      const { entryId, timeZone: _, ...line } = waiting.get(id)!
      return [entryId, { ...line, stage: notices[index]!.stage }] as const
    }),
  )
  const { timeZone } = waiting.get(rows[0]!.id)!
  return { ...notices[0]!, entries: [...lines.values()], timeZone }
}
