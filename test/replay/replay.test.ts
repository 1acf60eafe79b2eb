import { Worker } from '@temporalio/worker'
import { describe, expect, test } from 'vitest'
import { createCipher } from '#platform/core/crypto/cipher.ts'
import { encryptedDataConverter } from '../../providers/temporal/index.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { ENCRYPTION_KEYS } from '../workflows/support.ts'
import { historyBytes, historyNames, loadHistory } from './history.ts'

/** Workflows run for months and meet new code: each recorded history must still replay. */
describe('recorded histories', () => {
  const names = historyNames()

  test('exist', () => {
    expect(names).not.toHaveLength(0)
  })

  test.each(names)('%s replays without a difference', async (name) => {
    const { keys } = createCipher(ENCRYPTION_KEYS)
    const options = {
      workflowBundle: await workflowBundle(),
      dataConverter: encryptedDataConverter(keys),
    }
    const history = await loadHistory(name)
    await expect(Worker.runReplayHistory(options, history)).resolves.toBeUndefined()
  })

  test.each(names)('%s contains no plaintext payload', async (name) => {
    const encodings = new Set(encodingsIn(await loadHistory(name)))
    expect(encodings).toContain('binary/encrypted')
    // Search attributes contain ids and times and are unencrypted by design.
    encodings.delete('binary/encrypted')
    encodings.delete('json/plain')
    expect([...encodings]).toEqual([])
    const text = (await historyBytes(name)).toString('latin1')
    expect(text).not.toMatch(/Marker-Surname|Ana Ruiz/)
  })
})

/** The encoding of every payload in a history. */
const encodingsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'encoding' && member instanceof Uint8Array
      ? [Buffer.from(member).toString()]
      : encodingsIn(member),
  )
}
