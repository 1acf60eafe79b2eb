import { streamSSE } from 'hono/streaming'
import type { HttpContext } from './http-context.ts'

/** A caller who is waiting for the answer: receives parts of it, and may disconnect. */
export interface Listener {
  onText?: (text: string) => void
  signal?: AbortSignal
}

/** Whether a program requests events by name. */
export const wantsEvents = (c: HttpContext): boolean =>
  (c.req.header('accept') ?? '').includes('text/event-stream')

/**
 * Streams server-sent events: a `token` for each partial result, and then one `answer` (or `error`) with the
 * usual response. If the call is refused before the first part, it gets a usual error. A disconnect aborts
 * calls to other services.
 */
export const answerByEvents = async (
  c: HttpContext,
  work: (listener: Listener) => Promise<Response>,
): Promise<Response> => {
  const gone = new AbortController()
  const leave = () => gone.abort()
  c.req.raw.signal.addEventListener('abort', leave, { once: true })
  const pieces = new Pieces()
  const done = work({ onText: (text) => pieces.add(text), signal: gone.signal }).finally(() =>
    pieces.end(),
  )
  await pieces.begun
  if (pieces.isEnded) {
    const response = await done
    if (!response.ok) return response
  }
  const events = streamSSE(c, async (stream) => {
    stream.onAbort(leave)
    for await (const data of pieces) await stream.writeSSE({ event: 'token', data })
    const response = await done
    await stream.writeSSE({ event: response.ok ? 'answer' : 'error', data: await response.text() })
  })
  c.set('sent', true)
  return new Response(events.body, {
    headers: {
      ...c.get('headers'),
      'Cache-Control': 'no-store',
      'Content-Type': 'text/event-stream; charset=utf-8',
    },
  })
}

/** A stream of parts of a text. */
class Pieces {
  /** Resolves when the first part or the end arrives. */
  readonly begun: Promise<void>
  readonly #begin: () => void
  readonly #waiting: string[] = []
  #wake: () => void = () => undefined
  isEnded = false

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.begun = promise
    this.#begin = resolve
  }

  add(piece: string): void {
    this.#waiting.push(JSON.stringify({ text: piece }))
    this.#begin()
    this.#wake()
  }

  end(): void {
    this.isEnded = true
    this.#begin()
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      yield* this.#waiting.splice(0)
      if (this.#waiting.length > 0) continue
      if (this.isEnded) return
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
  }
}
