import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTextEmbedder } from '../../providers/ai/create-text-embedder.ts'
import { EmbedderUnavailableError } from '../../providers/ai/text-embedder.ts'

test('a missing local model is unavailable each time, and the error says what is needed', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'no-model-'))
  const embedder = createTextEmbedder(`local:${directory}`, undefined)!
  expect(embedder).toMatchObject({ isLocal: true, model: `local:${path.basename(directory)}` })
  for (const embed of [() => embedder.embedQuery('a'), () => embedder.embedDocuments(['a', 'b'])]) {
    const error: unknown = await embed().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(EmbedderUnavailableError)
    expect((error as Error).message).toContain('needs config.json')
  }
  await embedder[Symbol.asyncDispose]!()
  await rm(directory, { recursive: true })
})
