import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  EntryList,
  entryHash,
  headHash,
  headSignature,
  sealHash,
  sealSignature,
} from '#platform/audit/entry-hash.ts'

const SEAL = {
  tenantId: 'ten_1',
  id: 'sel_1',
  number: '1',
  fromXid: '0',
  untilXid: '742',
  entryCount: '2',
  lastSeq: '2',
  entriesHash: 'e',
  previousHash: 'p',
  keyId: 'kid_1',
  createdAt: '1795253400000',
}

const HEAD = {
  number: '1',
  tenantId: 'ten_1',
  sealNumber: '1',
  sealHash: 's',
  previousHash: 'p',
  keyId: 'kid_1',
  createdAt: '1795253400000',
}

test('the hash format is fixed, so old seals verify for ever', () => {
  const entry = ['ten_1', 'aud_1', '1', '1795253400000', 'client', 'key_1', 'createAppointment']
  const rest = ['allowed', null, '201', 'appointment', 'apt_1', 'req_1', null, '{"a": 1.10}', '741']
  const entries = new EntryList()
  entries.add([...entry, ...rest])
  expect({
    entry: entries.hashes[0],
    entries: entries.hash(),
    seal: sealHash(SEAL),
    head: headHash(HEAD),
  }).toMatchInlineSnapshot(`
    {
      "entries": "56442bd351ddcce0de3601aa2c30bdda6c9446c37710585bbd39b51ec564c248",
      "entry": "23824f562378f2edbb357c6bb7f542d5f3681bc40c99abd2723e423a7b883dc9",
      "head": "7ea37aa294fa41088842ab1f19a6851f2b3aea9eb0c9b77a298f4f6a4547bb44",
      "seal": "c7593caa754ed422bbc128dff4b00bcde521f3b031079d27eb67e06ef9fe30e7",
    }
  `)
})

test('two entries that differ anywhere have different hashes', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'null', '"', '","', '\n'),
  )
  const entry = fc.array(cell, { minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(entry, entry, (a, b) => {
      expect(entryHash(a) === entryHash(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
    }),
  )
})

test.each(Object.keys(SEAL))('the hash of a seal covers its %s', (member) => {
  expect(sealHash({ ...SEAL, [member]: '9' })).not.toBe(sealHash(SEAL))
})

test.each(Object.keys(HEAD))('the hash of a head covers its %s', (member) => {
  expect(headHash({ ...HEAD, [member]: '9' })).not.toBe(headHash(HEAD))
})

test('a list of entries has the same hash after it was stored', () => {
  const entries = new EntryList()
  for (const id of ['aud_1', 'aud_2', 'aud_3']) entries.add(['ten_1', id])
  const stored = new EntryList([...entries.ids], entries.hashBytes)
  expect(stored).toEqual(entries)
  expect(stored.hash()).toBe(entries.hash())
})

test('the signature of a seal is not valid for a head or another hash, and nonsense is invalid', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signature = sealSignature.sign('hash', privateKey)
  expect(sealSignature.verify('hash', signature, publicKey)).toBe(true)
  expect(headSignature.verify('hash', signature, publicKey)).toBe(false)
  expect(sealSignature.verify('other', signature, publicKey)).toBe(false)
  for (const nonsense of ['', 'x', '!!', 'A'.repeat(86)]) {
    expect(sealSignature.verify('hash', nonsense, publicKey)).toBe(false)
  }
})
