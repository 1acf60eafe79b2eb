import { readTemplate } from '../../definitions/expressions/read-template.ts'
import type { NodeExecutor } from './node-executor.ts'
import { succeeded } from './outcome.ts'

const MOST_QUESTION = 1_000

/** RETRIEVE: searches the documents of an assistant. */
export const retrieve: NodeExecutor<'RETRIEVE'> = async (
  { assistantId, question, labels },
  { scope },
  { effects },
) =>
  succeeded(
    await effects.search({
      assistantId,
      question: readTemplate(question).render(scope, MOST_QUESTION),
      ...(labels.length > 0 && { labels }),
    }),
  )
