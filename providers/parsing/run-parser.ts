import { Worker } from 'node:worker_threads'
import type { z } from 'zod'

/** How much one parse may use. */
interface ParserLimits {
  /** Wall clock, the start of the thread included. */
  deadlineMs: number
  /** JavaScript heap of the thread. Buffers outside of the heap are not counted by Node. */
  memoryMb: number
  /** The answer as JSON text. */
  answerCharacters: number
}

/** A parser of something that somebody sent. */
export interface Parser<Input, Answer> {
  /** A module that exports `parse(input: Input): Answer`. It is loaded in the thread only. */
  module: URL
  /** What the module must answer with; anything else is `malformed_answer`. */
  answer: z.ZodType<Answer>
  limits: ParserLimits
  /** Never set: carries the type of the input. */
  input?: Input
}

export type ParserFailure = 'took_too_long' | 'too_much_memory' | 'crashed' | 'malformed_answer'

export type Parsed<Answer> = { ok: true; answer: Answer } | { ok: false; failure: ParserFailure }

/** Runs a parser. What production passes around; a test may pass a slower or a failing one. */
export type RunParser = typeof runParser

/**
 * Parses in a thread of its own, which is ended when it is over a limit. The caller's event loop only waits. Messages
 * of the parser are dropped: they quote the file.
 * @throws the signal's reason when it aborts, and what Node throws when no thread can be started
 */
export const runParser = async <Input, Answer>(
  { module, answer, limits }: Parser<Input, Answer>,
  input: NoInfer<Input>,
  signal?: AbortSignal,
): Promise<Parsed<Answer>> => {
  signal?.throwIfAborted()
  const thread = new Worker(THREAD, {
    workerData: { module: module.href, input },
    // No secrets of the process, none of its flags.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  thread.stdout.resume()
  thread.stderr.resume()
  try {
    const ended = await endOf(thread, limits.deadlineMs, signal)
    return typeof ended === 'string' ? { ok: false, failure: ended } : checked(ended.text)
  } finally {
    await thread.terminate()
  }

  function checked(text: unknown): Parsed<Answer> {
    const malformed = { ok: false, failure: 'malformed_answer' } as const
    if (typeof text !== 'string' || text.length > limits.answerCharacters) return malformed
    const parsed = answer.safeParse(JSON.parse(text))
    return parsed.success ? { ok: true, answer: parsed.data } : malformed
  }
}

const THREAD = new URL('./thread.ts', import.meta.url)

/** What a thread came to first: its answer, its end, or its deadline. */
const endOf = (
  thread: Worker,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<{ text: unknown } | ParserFailure> => {
  const { promise, resolve, reject } = Promise.withResolvers<{ text: unknown } | ParserFailure>()
  const deadline = setTimeout(() => resolve('took_too_long'), deadlineMs)
  const abort = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort, { once: true })
  thread.once('message', (text: unknown) => resolve({ text }))
  thread.once('error', (error: NodeJS.ErrnoException) =>
    resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_much_memory' : 'crashed'),
  )
  thread.once('exit', () => resolve('crashed'))
  return promise.finally(() => {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', abort)
  })
}
