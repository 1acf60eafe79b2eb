import { streamSSE } from 'hono/streaming'
import type { HttpContext } from './http-context.ts'

/** The caller that waits for an answer: gets its parts before it is complete, and may disconnect. */
export interface Listener {
  onText?: (text: string) => void
  signal?: AbortSignal
}

/** Programs that want events ask for them by name. */
export const wantsEvents = (c: HttpContext): boolean =>
  (c.req.header('accept') ?? '').includes('text/event-stream')

/**
 * Answers by server-sent events: a `token` for each piece that comes before the answer, then one `answer`
 * (or `error`) with what the call would have answered otherwise. What is refused before the first piece is
 * refused as usual. A caller who goes away ends what is asked of others.
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

/** Pieces of a text that are read as they come. */
class Pieces {
  /** The first piece is there, or the end. */
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
