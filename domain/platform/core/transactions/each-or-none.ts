import { translateDatabaseError } from '../errors/database-errors.ts'
import { DomainError, isPermanent } from '../errors/errors.ts'
import type { Issue } from '../input/issue.ts'
import type { Transaction } from './transaction.ts'

/**
 * Processes the items of a list in order, all or none. If items are refused, the error has the code of the
 * first one and lists an issue for each, with a path such as `measurements.2.goalId`.
 */
export const eachOrNone = async <Item, Done>(
  tx: Transaction,
  name: string,
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> => {
  const done: Done[] = []
  const refusals: { at: string; error: DomainError }[] = []
  for (const [index, item] of items.entries()) {
    try {
      done.push(await tx.attempt(() => work(item)))
    } catch (thrown) {
      const error = translateDatabaseError(thrown)
      if (!(error instanceof DomainError) || !isPermanent(error)) throw error
      refusals.push({ at: `${name}.${index}`, error })
    }
  }
  const [first] = refusals
  if (!first) return done
  const { code, message, extra } = first.error
  throw new DomainError(code, `No changes were made. ${first.at}: ${message}`, {
    extra,
    issues: refusals.flatMap(issuesOf),
  })
}

const issuesOf = ({ at, error }: { at: string; error: DomainError }): Issue[] =>
  error.issues.length > 0
    ? error.issues.map((issue) => ({ ...issue, path: `${at}.${issue.path}` }))
    : [{ path: at, code: error.code, message: error.message }]
