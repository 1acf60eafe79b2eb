import { Worker } from 'node:worker_threads'
import type { z } from 'zod'

/** How much one parse may use. */
interface ParserLimits {
  /** The thread's JavaScript heap and its buffers together. */
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

/** How one parse is run. */
export interface ParserRun {
  /** Wall clock, the start of the thread included. */
  deadlineMs: number
  signal?: AbortSignal | undefined
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
  { deadlineMs, signal }: ParserRun,
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
    const ended = await endOf(thread, { deadlineMs, signal, memoryMb: limits.memoryMb })
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

/** How often a thread's memory is read, in milliseconds. */
const MEMORY_EVERY_MS = 100
const MIB = 1024 * 1024

/**
 * Calls back when a thread uses more than it may. Node's own limit counts the heap alone, and what an archive unpacks to
 * is in buffers outside of it.
 */
const watchMemory = (thread: Worker, memoryMb: number, onExceeded: () => void) =>
  setInterval(() => {
    // Rejects when the thread has ended, which is noticed by its exit.
    thread.getHeapStatistics().then(
      ({ used_heap_size: heap, external_memory: buffers }) => {
        if (heap + buffers > memoryMb * MIB) onExceeded()
      },
      () => undefined,
    )
  }, MEMORY_EVERY_MS)

/** What a thread came to first: its answer, its end, or a limit. */
const endOf = (
  thread: Worker,
  { deadlineMs, signal, memoryMb }: ParserRun & { memoryMb: number },
): Promise<{ text: unknown } | ParserFailure> => {
  const { promise, resolve, reject } = Promise.withResolvers<{ text: unknown } | ParserFailure>()
  const deadline = setTimeout(() => resolve('took_too_long'), deadlineMs)
  const memory = watchMemory(thread, memoryMb, () => resolve('too_much_memory'))
  const abort = () => reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort, { once: true })
  thread.once('message', (text: unknown) => resolve({ text }))
  thread.once('error', (error: NodeJS.ErrnoException) =>
    resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_much_memory' : 'crashed'),
  )
  thread.once('exit', () => resolve('crashed'))
  return promise.finally(() => {
    clearTimeout(deadline)
    clearInterval(memory)
    signal?.removeEventListener('abort', abort)
  })
}
