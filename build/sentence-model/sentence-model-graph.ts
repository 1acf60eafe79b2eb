import { FLOAT, INT32, INT4, INT64, INT8, OnnxGraph, RUNTIME } from './onnx-graph.ts'
import type { PackedModel } from './packed-model.ts'

/** The largest weight of eight bits. */
const LARGEST = 127
/** What turns four bits without a sign, which count from -8, into four bits with one. */
const SIGNED = 0x88
const BLOCK = 32

interface Linear {
  name: string
  /** The matrices side by side, each with its bias. */
  parts: readonly string[]
  from: number
}

/** The ONNX file of a BERT encoder: from tokens to a vector for each. */
export const sentenceModelGraph = (model: PackedModel): Buffer => {
  const { hidden, layers, heads, inner, epsilon } = model
  const graph = new OnnxGraph('sentence-model')
  const ids = graph.input('input_ids', INT64, ['batch', 'tokens'])
  const attended = graph.input('attention_mask', INT64, ['batch', 'tokens'])

  const norm = (name: string) => [
    graph.tensor(`${name}.w`, [hidden], FLOAT, model.floats(`${name}.w`)),
    graph.tensor(`${name}.b`, [hidden], FLOAT, model.floats(`${name}.b`)),
  ]
  const linear = (input: string, { name, parts, from }: Linear): string => {
    const bias = joined(parts.map((it) => model.floats(`${it}.b`)))
    const rows = joined(parts.map((it) => model.matrix(`${it}.w`)))
    const { weights, scales } = inEightBits(rows, from)
    const inputs = [
      input,
      graph.tensor(`${name}.w`, [from, bias.length], INT8, weights),
      graph.tensor(`${name}.s`, [bias.length], FLOAT, scales),
      '',
      graph.tensor(`${name}.b`, [bias.length], FLOAT, bias),
    ]
    return graph.node({ operator: 'DynamicQuantizeMatMul', domain: RUNTIME, inputs })
  }
  /** Adds two values and normalizes the sum. */
  const added = (value: string, addend: string, name: string): string =>
    graph.node({
      operator: 'SkipLayerNormalization',
      domain: RUNTIME,
      inputs: [value, addend, ...norm(name)],
      floats: { epsilon },
    })

  let value = graph.node({
    operator: 'LayerNormalization',
    inputs: [embeddings(graph, model, ids), ...norm('emb.ln')],
    ints: { axis: -1 },
    floats: { epsilon },
  })
  const mask = graph.node({ operator: 'Cast', inputs: [attended], ints: { to: INT32 } })
  for (let layer = 0; layer < layers; layer += 1) {
    const of = (part: string) => `l${layer}.${part}`
    const parts = [of('q'), of('k'), of('v')]
    const asked = graph.nodes(
      {
        operator: 'Split',
        inputs: [linear(value, { name: of('qkv'), parts, from: hidden })],
        ints: { axis: -1, num_outputs: parts.length },
      },
      parts.length,
    )
    const attention = graph.node({
      operator: 'MultiHeadAttention',
      domain: RUNTIME,
      inputs: [...asked, '', mask],
      ints: { num_heads: heads },
    })
    const out = linear(attention, { name: of('ao'), parts: [of('ao')], from: hidden })
    value = added(value, out, of('aln'))
    const wide = linear(value, { name: of('fi'), parts: [of('fi')], from: hidden })
    const active = graph.node({ operator: 'Gelu', domain: RUNTIME, inputs: [wide] })
    const narrow = linear(active, { name: of('fo'), parts: [of('fo')], from: inner })
    value = added(value, narrow, of('oln'))
  }
  graph.output(value, 'last_hidden_state', ['batch', 'tokens', hidden])
  return graph.toBytes()
}

/** The vectors of tokens, which stay in four bits, and of their places. */
const embeddings = (graph: OnnxGraph, model: PackedModel, ids: string): string => {
  const { hidden, vocabulary, longest } = model
  const { weights, scales } = model.quantized('emb.word')
  const words = graph.node({
    operator: 'GatherBlockQuantized',
    domain: RUNTIME,
    inputs: [
      graph.tensor(
        'word',
        [vocabulary, hidden],
        INT4,
        weights.map((it) => it ^ SIGNED),
      ),
      ids,
      graph.tensor('word.s', [vocabulary, hidden / BLOCK], FLOAT, scales),
    ],
    ints: { gather_axis: 0, quantize_axis: 1, block_size: BLOCK },
  })
  // All tokens are of the first type, so its vector is added to those of places.
  const type = model.floats('emb.type')
  const places = model.floats('emb.pos').map((it, index) => it + type[index % hidden]!)
  const number = (name: string, value: bigint) =>
    graph.tensor(name, [], INT64, new BigInt64Array([value]))
  const [zero, one] = [number('zero', 0n), number('one', 1n)]
  const shape = graph.node({ operator: 'Shape', inputs: [ids] })
  const length = graph.node({ operator: 'Gather', inputs: [shape, one], ints: { axis: 0 } })
  const range = graph.node({ operator: 'Range', inputs: [zero, length, one] })
  const table = graph.tensor('place', [longest, hidden], FLOAT, places)
  const placed = graph.node({ operator: 'Gather', inputs: [table, range], ints: { axis: 0 } })
  return graph.node({ operator: 'Add', inputs: [words, placed] })
}

/** Rows become columns of whole numbers, each with one scale. */
const inEightBits = (rows: Float32Array, from: number) => {
  const count = rows.length / from
  const weights = new Int8Array(rows.length)
  const scales = new Float32Array(count)
  for (let row = 0; row < count; row += 1) {
    let largest = 0
    for (let index = 0; index < from; index += 1)
      largest = Math.max(largest, Math.abs(rows[row * from + index]!))
    const scale = Math.fround(largest / LARGEST) || 1
    scales[row] = scale
    for (let index = 0; index < from; index += 1)
      weights[index * count + row] = Math.round(rows[row * from + index]! / scale)
  }
  return { weights, scales }
}

const joined = (arrays: readonly Float32Array[]): Float32Array => {
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const array of arrays) {
    all.set(array, at)
    at += array.length
  }
  return all
}
