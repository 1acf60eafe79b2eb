import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The maximum size of a response that is kept, after decoding. */
export const MAX_RESPONSE_BYTES = 16 * 1_024

/** The maximum size of an encoded response that is read. */
const MAX_ENCODED_BYTES = 2 * MAX_RESPONSE_BYTES

/** `undecodable`: a content coding that we do not support, or bytes that do not match it. */
export type BodyState = 'complete' | 'truncated' | 'undecodable'

export type CapturedBody = { text: string; state: BodyState }

const EMPTY: CapturedBody = { text: '', state: 'complete' }

/** Collects the start of a response body. Memory stays within the limits for any response. */
export class ResponseCapture {
  readonly #coding: string
  readonly #limit: number
  readonly #chunks: Buffer[] = []
  #size = 0

  constructor(contentEncoding: string | undefined) {
    this.#coding = contentEncoding?.trim().toLowerCase() || 'identity'
    this.#limit = this.#coding === 'identity' ? MAX_RESPONSE_BYTES : MAX_ENCODED_BYTES
  }

  /** Adds a chunk. Returns false once the limit is exceeded, so that the sender need not read further. */
  push(chunk: Buffer): boolean {
    const room = this.#limit - this.#size
    if (room > 0) this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    this.#size += chunk.length
    return this.#size <= this.#limit
  }

  /** The text so far. An undecodable or binary body never fails an attempt: the status decides. */
  read(): CapturedBody | Promise<CapturedBody> {
    if (this.#size === 0) return EMPTY
    const bytes = Buffer.concat(this.#chunks)
    const truncated = this.#size > this.#limit
    if (this.#coding === 'identity') return captured(bytes, truncated ? 'truncated' : 'complete')
    const decoder = createDecoder(this.#coding)
    return decoder ? decode(bytes, decoder, truncated) : captured(Buffer.of(), 'undecodable')
  }
}

/** Accepts one coding only, because a list of codings is how bombs multiply. Truncated input is not an error here. */
function createDecoder(coding: string): Transform | undefined {
  const gentle = { finishFlush: constants.Z_SYNC_FLUSH }
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(gentle)
    case 'deflate':
      return createInflate(gentle)
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    default:
      return undefined
  }
}

/** Decodes up to the limit. Leaving the loop destroys the decoder, so a bomb is not unpacked. */
async function decode(
  encoded: Buffer,
  decoder: Transform,
  truncated: boolean,
): Promise<CapturedBody> {
  const chunks: Buffer[] = []
  let size = 0
  let state: BodyState = truncated ? 'truncated' : 'complete'
  decoder.end(encoded)
  try {
    for await (const chunk of decoder.iterator() as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_RESPONSE_BYTES) {
        state = 'truncated'
        break
      }
    }
  } catch {
    // The body's content does not affect the result: keep what could be read, and mark it.
    state = 'undecodable'
  }
  return captured(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES), state)
}

/** UTF-8 text within the limit, without NUL (PostgreSQL text cannot contain it) or a cut character. */
function captured(bytes: Uint8Array, state: BodyState): CapturedBody {
  const text = textOf(bytes).replaceAll('\0', '\uFFFD')
  const stored = Buffer.from(text)
  if (stored.length <= MAX_RESPONSE_BYTES) return { text, state }
  // Every byte that is not UTF-8 became three bytes.
  return { text: textOf(stored.subarray(0, MAX_RESPONSE_BYTES)), state: 'truncated' }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true })
}
