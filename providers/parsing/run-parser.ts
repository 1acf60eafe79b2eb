import { Worker } from 'node:worker_threads'
import type { z } from 'zod'

/** The resources that one parse may use. */
interface ParserLimits {
  /** The thread's JavaScript heap and its buffers together. */
  memoryMb: number
  /** The length of the answer as JSON text. */
  answerCharacters: number
}

/** A parser for untrusted input. */
export interface Parser<Input, Answer> {
  /** A module that exports `parse(input: Input): Answer`. Only the thread loads it. */
  module: URL
  /** The schema of the module's answer; any other answer is `malformed_answer`. */
  answer: z.ZodType<Answer>
  limits: ParserLimits
  /** Never set: it only carries the type of the input. */
  input?: Input
}

/** The options of one parse. */
export interface ParserRun {
  /** Wall-clock time, including the start of the thread. */
  deadlineMs: number
  signal?: AbortSignal | undefined
}

export type ParserFailure = 'took_too_long' | 'too_much_memory' | 'crashed' | 'malformed_answer'

export type Parsed<Answer> = { ok: true; answer: Answer } | { ok: false; failure: ParserFailure }

/** Runs a parser. Production passes this function as a dependency; a test may pass a slower or a failing one. */
export type RunParser = typeof runParser

/**
 * Parses in a separate thread, which is ended when it exceeds a limit. The caller's event loop only waits. The
 * parser's error messages are dropped, because they quote the file.
 * @throws the signal's reason when it aborts, and Node's error if no thread can be started
 */
export const runParser = async <Input, Answer>(
  { module, answer, limits }: Parser<Input, Answer>,
  input: NoInfer<Input>,
  { deadlineMs, signal }: ParserRun,
): Promise<Parsed<Answer>> => {
  signal?.throwIfAborted()
  const thread = new Worker(THREAD, {
    workerData: { module: module.href, input },
    // The thread gets none of the process's secrets or flags.
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

/** How often a thread's memory use is read, in milliseconds. */
const MEMORY_EVERY_MS = 100
const MIB = 1024 * 1024

/**
 * Calls back when a thread exceeds its memory limit. Node's own limit counts only the heap, but unpacked
 * archives are in buffers outside of it.
 */
const watchMemory = (thread: Worker, memoryMb: number, onExceeded: () => void) =>
  setInterval(() => {
    // Rejects if the thread has ended, which its exit event reports.
    thread.getHeapStatistics().then(
      ({ used_heap_size: heap, external_memory: buffers }) => {
        if (heap + buffers > memoryMb * MIB) onExceeded()
      },
      () => undefined,
    )
  }, MEMORY_EVERY_MS)

/** The first result of a thread: its answer, its end, or a limit. */
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
