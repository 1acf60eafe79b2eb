import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HuggingFaceTransformersEmbeddings } from '@langchain/community/embeddings/huggingface_transformers'
import { expect, test } from 'vitest'
import { createTextEmbedder } from '../../providers/ai/create-text-embedder.ts'
import { EmbedderUnavailableError } from '../../providers/ai/text-embedder.ts'

test('a missing local model is unavailable each time, and the error says what to install', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'no-model-'))
  const embedder = createTextEmbedder(`local:${directory}`, undefined)!
  expect(embedder).toMatchObject({ isLocal: true, model: `local:${path.basename(directory)}` })
  for (const embed of [() => embedder.embedQuery('a'), () => embedder.embedDocuments(['a', 'b'])]) {
    const error: unknown = await embed().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(EmbedderUnavailableError)
    expect((error as Error).message).toContain('Install @huggingface/transformers')
  }
  await rm(directory, { recursive: true })
})

test("the fields set in local-embedder.ts exist in LangChain's class", () => {
  const embeddings = new HuggingFaceTransformersEmbeddings({
    model: 'm',
    stripNewLines: false,
    pretrainedOptions: { dtype: 'q8' },
  })
  expect(embeddings).toMatchObject({
    model: 'm',
    stripNewLines: false,
    batchSize: 512,
    pretrainedOptions: { dtype: 'q8' },
    pipelineOptions: { pooling: 'mean', normalize: true },
  })
})
