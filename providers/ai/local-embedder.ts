import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EmbeddingAnswer, EmbeddingCall } from './embedding-call.ts'
import { EmbedderUnavailableError, type TextEmbedder } from './text-embedder.ts'

const PROCESS = fileURLToPath(new URL('./embedding-process.ts', import.meta.url))

/** Texts per call. More need memory and save little time. */
const BATCH = 8
/** After it, a question is answered by words. Loading the model takes 2 to 4 seconds of a quiet processor. */
const QUERY_TIMEOUT_MS = 8_000
/** A process that has not answered a call for so long hangs. */
const HANGS_AFTER_MS = 120_000
/** Until then, calls fail at once after the process has ended. */
const RESTART_AFTER_MS = 2_000
/** The model's JavaScript heap. Its weights are outside of it. */
const FLAGS = ['--max-old-space-size=768', '--max-semi-space-size=8']

/** A call that the process has not answered. */
interface Call {
  settle: (vectors: Float32Array[] | EmbedderUnavailableError) => void
  /** Whether nobody waits for the answer any more. */
  isLate: boolean
}

/**
 * A sentence model of a directory (see sentence-model.ts) in a process of its own. If that process runs out of
 * memory, is killed or hangs, its calls fail with {@link EmbedderUnavailableError}, and a later call starts it
 * again. It ends with this process.
 */
class LocalEmbedder implements TextEmbedder {
  readonly model: string
  readonly isLocal = true
  readonly #directory: string
  readonly #calls = new Map<number, Call>()
  #child: ChildProcess | undefined
  #failedAt = -Infinity
  #lastId = 0

  constructor(directory: string) {
    this.#directory = path.resolve(directory)
    this.model = `local:${path.basename(this.#directory)}`
  }

  async embedQuery(text: string): Promise<number[]> {
    const [vector] = await this.#call('query', [text])
    return [...(vector ?? [])]
  }

  /** Texts of a similar length are embedded together, because a batch takes the time of its longest. */
  async embedDocuments(texts: string[]): Promise<number[][]> {
    const order = texts.map((_, index) => index)
    order.sort((a, b) => texts[a]!.length - texts[b]!.length)
    const vectors: number[][] = []
    for (let at = 0; at < order.length; at += BATCH) {
      const batch = order.slice(at, at + BATCH)
      const part = batch.map((index) => texts[index]!)
      const embedded = await this.#call('documents', part)
      for (const [place, index] of batch.entries()) vectors[index] = [...(embedded[place] ?? [])]
    }
    return vectors
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child
    if (!child) return
    child.ref()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async #call(kind: EmbeddingCall['kind'], texts: string[]): Promise<Float32Array[]> {
    const child = this.#running()
    if (!child) throw this.#unavailable('has ended and is started again soon')
    const isQuery = kind === 'query'
    // Otherwise each question would wait for a slow process.
    if (isQuery && [...this.#calls.values()].some(({ isLate }) => isLate))
      throw this.#unavailable('still has an earlier question')
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const id = (this.#lastId += 1)
    const late = setTimeout(
      () => {
        call.isLate = true
        reject(this.#unavailable(`did not answer within ${QUERY_TIMEOUT_MS} ms`))
      },
      isQuery ? QUERY_TIMEOUT_MS : HANGS_AFTER_MS,
    )
    const hanging = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS).unref()
    const call: Call = {
      isLate: false,
      settle: (outcome) => {
        clearTimeout(late)
        clearTimeout(hanging)
        this.#calls.delete(id)
        if (outcome instanceof Error) reject(outcome)
        else resolve(outcome)
      },
    }
    this.#calls.set(id, call)
    // Only a call that somebody waits for keeps this process alive.
    child.channel?.ref()
    child.send({ id, kind, texts } satisfies EmbeddingCall, (error) => {
      if (error) this.#ended(child, error.message)
    })
    try {
      return await promise
    } finally {
      if ([...this.#calls.values()].every(({ isLate }) => isLate)) child.channel?.unref()
    }
  }

  #running(): ChildProcess | undefined {
    if (this.#child) return this.#child
    if (performance.now() - this.#failedAt < RESTART_AFTER_MS) return undefined
    const child = fork(PROCESS, [this.#directory], {
      execArgv: FLAGS,
      // It gets none of this process's secrets.
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    child.on('message', (answer: EmbeddingAnswer) => this.#settle(answer))
    child.once('error', (error) => this.#ended(child, error.message))
    child.once('exit', (code, signal) => this.#ended(child, `ended (${signal ?? code})`))
    this.#child = child
    return child
  }

  #settle(answer: EmbeddingAnswer): void {
    this.#calls
      .get(answer.id)
      ?.settle(
        'vectors' in answer ? answer.vectors : this.#unavailable(`failed: ${answer.failure}`),
      )
  }

  /** Fails all calls of a process that is gone. */
  #ended(child: ChildProcess, how: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#failedAt = performance.now()
    for (const { settle } of this.#calls.values()) settle(this.#unavailable(how))
  }

  #unavailable(how: string): EmbedderUnavailableError {
    return new EmbedderUnavailableError(
      `EMBEDDINGS: the process of the model in ${this.#directory} ${how}. The directory needs config.json, tokenizer.json and onnx/model_quantized.onnx`,
    )
  }
}

export const createLocalEmbedder = (directory: string): TextEmbedder => new LocalEmbedder(directory)
