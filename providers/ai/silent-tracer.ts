import { LangChainTracer } from '@langchain/core/tracers/tracer_langchain'
import { Client } from 'langsmith'

/**
 * A tracer that sends nothing. LangChain adds one that sends prompts to LangSmith wherever its environment
 * variables are set, except to models and retrievers that have one already.
 */
export const silentTracer = (): LangChainTracer => {
  // LangChain prints prompts if this variable is set, even if a model is not verbose.
  delete process.env['LANGCHAIN_VERBOSE']
  return new LangChainTracer({ client: new Client({ tracingSamplingRate: 0 }) })
}
