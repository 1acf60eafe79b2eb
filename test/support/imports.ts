import { carryOutImport } from '#scheduling/appointment-imports/carry-out-import.ts'
import { readImport } from '#scheduling/appointment-imports/read-import.ts'
import type { Context } from '#platform/core/context/context.ts'
import { runParser, type RunParser } from '../../providers/parsing/index.ts'

/** Reads the file of an import and creates its rows, like its workflow. */
export const carryOut = async (
  ctx: Context,
  { id }: { id: string },
  parse: RunParser = runParser,
): Promise<void> => {
  for (let it = await carryOutImport(ctx, { id }); it.left; it = await carryOutImport(ctx, { id }))
    if (it.unread) await readImport(ctx, { id, turn: 'long' }, parse)
}
