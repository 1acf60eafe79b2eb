/** Writes ONNX models, which are messages of Protocol Buffers (onnx.proto of ONNX 1.16). */

/** The types of elements, as ONNX numbers them. */
export const FLOAT = 1
export const INT8 = 3
export const INT32 = 6
export const INT64 = 7
export const INT4 = 22

/** The operators of ONNX Runtime, beside those of ONNX itself. */
export const RUNTIME = 'com.microsoft'

const IR_VERSION = 9
const OPERATORS = 18
const RUNTIME_OPERATORS = 1

/** How attributes of each type are marked. */
const ATTRIBUTE = { float: 1, int: 2 }

const [VARINT, BYTES, FIXED32] = [0, 2, 5]

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}
const tag = (field: number, type: number): Buffer => varint((field << 3) | type)
const int = (field: number, value: number): Buffer =>
  // A negative number is written as its two's complement in 64 bits.
  value < 0
    ? Buffer.concat([tag(field, VARINT), Buffer.from([255 & value, ...Array(8).fill(255), 1])])
    : Buffer.concat([tag(field, VARINT), varint(value)])
const bytes = (field: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([tag(field, BYTES), varint(content.length), content])
}
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value))
const float = (field: number, value: number): Buffer => {
  const four = Buffer.alloc(4)
  four.writeFloatLE(value)
  return Buffer.concat([tag(field, FIXED32), four])
}

interface Node {
  operator: string
  inputs: readonly string[]
  domain?: string
  ints?: Readonly<Record<string, number>>
  floats?: Readonly<Record<string, number>>
}

/** A dimension: a number, or the name of one that differs between calls. */
type Dimension = number | string

/** A graph that grows by its nodes. Values are named. */
export class OnnxGraph {
  readonly #name: string
  readonly #nodes: Buffer[] = []
  readonly #tensors: Buffer[] = []
  readonly #inputs: Buffer[] = []
  readonly #outputs: Buffer[] = []
  #values = 0

  constructor(name: string) {
    this.#name = name
  }

  input(name: string, type: number, dimensions: readonly Dimension[]): string {
    this.#inputs.push(bytes(11, valueInfo(name, type, dimensions)))
    return name
  }

  output(value: string, name: string, dimensions: readonly Dimension[]): void {
    this.#nodes.push(bytes(1, text(1, value), text(2, name), text(4, 'Identity')))
    this.#outputs.push(bytes(12, valueInfo(name, FLOAT, dimensions)))
  }

  /** A constant. */
  tensor(name: string, dimensions: readonly number[], type: number, data: ArrayBufferView): string {
    const content = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    const shape = dimensions.map((it) => int(1, it))
    this.#tensors.push(bytes(5, ...shape, int(2, type), text(8, name), bytes(9, content)))
    return name
  }

  /** Returns the node's value. */
  node(node: Node): string {
    const [value = ''] = this.#add(node, 1)
    return value
  }

  /** Returns the node's values. */
  nodes(node: Node, count: number): string[] {
    return this.#add(node, count)
  }

  #add({ operator, inputs, domain, ints = {}, floats = {} }: Node, count: number): string[] {
    const values = Array.from({ length: count }, () => `v${(this.#values += 1)}`)
    this.#nodes.push(
      bytes(
        1,
        ...inputs.map((it) => text(1, it)),
        ...values.map((it) => text(2, it)),
        text(4, operator),
        ...Object.entries(ints).map(([name, value]) =>
          bytes(5, text(1, name), int(3, value), int(20, ATTRIBUTE.int)),
        ),
        ...Object.entries(floats).map(([name, value]) =>
          bytes(5, text(1, name), float(2, value), int(20, ATTRIBUTE.float)),
        ),
        ...(domain === undefined ? [] : [text(7, domain)]),
      ),
    )
    return values
  }

  /** The file's content. */
  toBytes(): Buffer {
    const parts = [...this.#nodes, text(2, this.#name), ...this.#tensors, ...this.#inputs]
    return Buffer.concat([
      int(1, IR_VERSION),
      bytes(7, ...parts, ...this.#outputs),
      bytes(8, text(1, ''), int(2, OPERATORS)),
      bytes(8, text(1, RUNTIME), int(2, RUNTIME_OPERATORS)),
    ])
  }
}

const valueInfo = (name: string, type: number, dimensions: readonly Dimension[]): Buffer => {
  const shape = dimensions.map((it) => bytes(1, typeof it === 'string' ? text(2, it) : int(1, it)))
  return Buffer.concat([text(1, name), bytes(2, bytes(1, int(1, type), bytes(2, ...shape)))])
}
