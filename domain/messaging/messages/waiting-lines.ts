import type { Context } from '#platform/core/context/context.ts'
import type { Variables } from './templates/index.ts'

type Notice = Variables<'worklist.waiting'>

/** What the recipient of an e-mail about the worklist sees there now. */
export interface WaitingLine {
  line: NonNullable<Notice['entries']>[number]
  /** The person for whom the recipient is deputy. */
  inPlaceOf: string | undefined
}

/** By message; those of which nothing waits any more are missing. */
export type WaitingLines = ReadonlyMap<string, readonly WaitingLine[]>

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** Entries that no longer wait, or that the recipient may not see, are missing. */
    loadWaitingLines: (ctx: Context, messageId: string) => Promise<WaitingLines>
  }
}

/** The variables of the e-mail. A reminder of an entry and a first notice of it are one line. */
export const inOneDigest = (
  notice: Notice,
  waiting: readonly WaitingLine[],
  timeZone: string,
): Notice => {
  const lines = new Map(waiting.map(({ line }) => [line.entryId, line]))
  const names = new Set(waiting.flatMap(({ inPlaceOf }) => inPlaceOf ?? []))
  return {
    ...notice,
    entries: [...lines.values()],
    ...(names.size > 0 && { inPlaceOf: [...names].join(', ') }),
    timeZone,
  }
}
