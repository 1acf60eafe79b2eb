import { Readable } from 'node:stream'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { contentOf } from '#platform/files/content-of.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const CONTENT_TYPES = Buffer.from(
  `<Types><Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/></Types>`,
)

/** In chunks of one size, like a store. */
const cut = (bytes: Uint8Array, size: number) => () =>
  Promise.resolve(
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      ),
    ),
  )

test('an office document is detected wherever its type is stated', async () => {
  const body = Buffer.alloc(300_000, 'paragraph ')
  const first = zipSync({ '[Content_Types].xml': CONTENT_TYPES, 'word/document.xml': body })
  const last = zipSync(
    { 'word/document.xml': body, '[Content_Types].xml': CONTENT_TYPES },
    { level: 0 },
  )
  for (const bytes of [first, last]) expect(await contentOf(cut(bytes, 4_096))).toBe(DOCX)
  const plain = zipSync({ 'a.txt': body })
  expect(await contentOf(cut(plain, 4_096))).not.toBe(DOCX)
})

test('text must be UTF-8 to its end, wherever it is split', async () => {
  const text = Buffer.from('Überweisung für Zoë 👶')
  for (const size of [1, 2, 3, 5, 100]) expect(await contentOf(cut(text, size))).toBe('text/plain')
  const broken = [text.subarray(0, text.length - 1), Buffer.from('a\u0000b'), Buffer.from([0xff])]
  for (const bytes of broken) expect(await contentOf(cut(bytes, 3))).toBeUndefined()
})
