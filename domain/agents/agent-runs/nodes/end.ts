import { readTemplate } from '../../definitions/expressions/read-template.ts'
import type { NodeExecutor } from './node-executor.ts'
import { succeeded } from './outcome.ts'

const MOST_MESSAGE = 500

/** END: ends the run with a status and a message. */
export const end: NodeExecutor<'END'> = ({ message }, { scope }) =>
  succeeded({
    message: message === null ? null : readTemplate(message).render(scope, MOST_MESSAGE),
  })
