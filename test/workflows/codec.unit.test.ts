import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import { describe, expect, test } from 'vitest'
import { EncryptionCodec } from '../../providers/temporal/codec.ts'
import { failureConverter } from '../../providers/temporal/failure-converter.ts'

const key = (byte: number) => Buffer.alloc(32, byte)
const codec = (...ids: [string, number][]) =>
  new EncryptionCodec(new Map(ids.map(([id, byte]) => [id, key(byte)])))
const payload = (value: unknown): Payload => defaultPayloadConverter.toPayload(value)

describe('payload codec', () => {
  test('decrypts what it encrypted, and nothing is readable in between', async () => {
    const subject = codec(['k1', 1])
    const [encoded] = await subject.encode([payload({ subjectId: 'apt_marker' })])
    expect(Buffer.from(encoded!.data!).includes('apt_marker')).toBe(false)
    expect(Buffer.from(encoded!.metadata!['encryption-key-id']!).toString()).toBe('k1')
    const [decoded] = await subject.decode([encoded!])
    expect(defaultPayloadConverter.fromPayload(decoded!)).toEqual({ subjectId: 'apt_marker' })
  })

  test('plaintext is refused', async () => {
    await expect(codec(['k1', 1]).decode([payload('hello')])).rejects.toThrow('not encrypted')
  })

  test('a changed ciphertext, or a payload with the name of another key, is refused', async () => {
    const subject = codec(['k1', 1], ['k2', 2])
    const [encoded] = await subject.encode([payload('hello')])
    const bent = Buffer.from(encoded!.data!)
    bent[bent.length - 1]! ^= 1
    await expect(subject.decode([{ ...encoded!, data: bent }])).rejects.toThrow()
    const renamed = {
      ...encoded!,
      metadata: { ...encoded!.metadata, 'encryption-key-id': Buffer.from('k2') },
    }
    await expect(subject.decode([renamed])).rejects.toThrow()
  })

  test('after a rotation the new key encrypts and the old one decrypts until it is removed', async () => {
    const [old] = await codec(['k1', 1]).encode([payload('before')])
    const rotated = codec(['k2', 2], ['k1', 1])
    const [decoded] = await rotated.decode([old!])
    expect(defaultPayloadConverter.fromPayload(decoded!)).toBe('before')
    const [fresh] = await rotated.encode([payload('after')])
    expect(Buffer.from(fresh!.metadata!['encryption-key-id']!).toString()).toBe('k2')
    await expect(codec(['k2', 2]).decode([old!])).rejects.toThrow("no key 'k1'")
  })

  test('messages and stack traces of failures are encrypted as payloads', () => {
    const failure = failureConverter.errorToFailure(
      new Error('marker of a person'),
      defaultPayloadConverter,
    )
    expect(JSON.stringify({ ...failure, encodedAttributes: null })).not.toContain('marker')
    expect(failure.message).toBe('Encoded failure')
    expect(failure.encodedAttributes).toBeTruthy()
  })
})
