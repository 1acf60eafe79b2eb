import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** At most this much of a response is kept, after decoding. */
export const MAX_RESPONSE_BYTES = 16 * 1_024

/** At most this much of an encoded response is read from the wire. */
const MAX_ENCODED_BYTES = 2 * MAX_RESPONSE_BYTES

/** `undecodable`: a content coding we do not read, or bytes that are not what it says. */
export type BodyState = 'complete' | 'truncated' | 'undecodable'

export type CapturedBody = { text: string; state: BodyState }

const EMPTY: CapturedBody = { text: '', state: 'complete' }

/** Collects the start of a response body; memory stays within the caps whatever is sent. */
export class ResponseCapture {
  readonly #coding: string
  readonly #limit: number
  readonly #chunks: Buffer[] = []
  #size = 0

  constructor(contentEncoding: string | undefined) {
    this.#coding = contentEncoding?.trim().toLowerCase() || 'identity'
    this.#limit = this.#coding === 'identity' ? MAX_RESPONSE_BYTES : MAX_ENCODED_BYTES
  }

  /** Takes a chunk. False once there is more than is kept: the sender need not be read further. */
  push(chunk: Buffer): boolean {
    const room = this.#limit - this.#size
    if (room > 0) this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    this.#size += chunk.length
    return this.#size <= this.#limit
  }

  /** The text so far. Undecodable or binary bodies never fail an attempt: the status decides. */
  read(): CapturedBody | Promise<CapturedBody> {
    if (this.#size === 0) return EMPTY
    const bytes = Buffer.concat(this.#chunks)
    const truncated = this.#size > this.#limit
    if (this.#coding === 'identity') return captured(bytes, truncated ? 'truncated' : 'complete')
    const decoder = createDecoder(this.#coding)
    return decoder ? decode(bytes, decoder, truncated) : captured(Buffer.of(), 'undecodable')
  }
}

/** One coding only: a list of them is how bombs multiply. Truncated input is no error here. */
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

/** Decodes until the cap; leaving the loop destroys the decoder, so a bomb is not unpacked. */
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
    // What a receiver wrote is its own affair: keep what could be read, and say so.
    state = 'undecodable'
  }
  return captured(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES), state)
}

/** UTF-8 text within the cap, without NUL (Postgres text cannot hold one) or a cut character. */
function captured(bytes: Uint8Array, state: BodyState): CapturedBody {
  const text = textOf(bytes).replaceAll('\0', '\uFFFD')
  const stored = Buffer.from(text)
  if (stored.length <= MAX_RESPONSE_BYTES) return { text, state }
  // Every byte that is not UTF-8 became three.
  return { text: textOf(stored.subarray(0, MAX_RESPONSE_BYTES)), state: 'truncated' }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true })
}
