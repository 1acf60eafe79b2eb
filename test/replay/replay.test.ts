import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Worker } from '@temporalio/worker'
import { describe, expect, test } from 'vitest'
import { createCipher } from '../../domain/core/cipher.ts'
import { encryptedDataConverter } from '../../providers/temporal/index.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { ENCRYPTION_KEYS } from '../workflows/support.ts'

const folder = new URL('histories/', import.meta.url)

/** Workflows that run for months meet the code of today: each recorded history must still fit it. */
describe('recorded histories', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))

  test('there are some', () => {
    expect(names).not.toHaveLength(0)
  })

  test.each(names)('%s replays without a difference', async (name) => {
    const text = await readFile(new URL(name, folder), 'utf8')
    const { keys } = createCipher(ENCRYPTION_KEYS)
    await Worker.runReplayHistory(
      { workflowBundle: await workflowBundle(), dataConverter: encryptedDataConverter(keys) },
      JSON.parse(text),
    )
  })

  test.each(names)('%s holds no plaintext payload', async (name) => {
    const text = await readFile(new URL(name, folder), 'utf8')
    const encodings = [...text.matchAll(/"encoding": "([^"]+)"/g)].map(([, encoding]) =>
      Buffer.from(encoding!, 'base64').toString(),
    )
    expect(new Set(encodings)).toEqual(new Set(['binary/encrypted', 'json/plain']))
    expect(text).not.toMatch(/Marker-Surname|Ana Ruiz/)
  })
})
