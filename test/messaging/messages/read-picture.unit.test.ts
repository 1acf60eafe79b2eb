import { describe, expect, test } from 'vitest'
import { readPicture } from '#messaging/messages/logo/read-picture.ts'
import { shownSize } from '#messaging/messages/logo/rules.ts'
import { aJpeg, aPng, JPEG_COMMENT, pngChunk } from './pictures.ts'

const PAGE = Buffer.from('<html><script>alert(1)</script></html>')

test('a picture is read, whatever it is called, and measured', async () => {
  expect(await readPicture(aPng({ width: 2_000, height: 16 }))).toMatchObject({
    contentType: 'image/png',
    width: 2_000,
    height: 16,
  })
  expect(await readPicture(aJpeg())).toMatchObject({
    contentType: 'image/jpeg',
    width: 16,
    height: 16,
  })
  expect(await readPicture(aJpeg({ components: 3, frame: 0xc2 }))).toMatchObject({ width: 16 })
})

test('an interlaced picture and one with fewer bits are measured by their own lines', async () => {
  // The seven passes of 16 × 16 pixels have 2+2+4+4+8+8+16 lines, of 2, 2, 4, 4, 8, 8 and 16 pixels.
  const lines = 2 * 3 + 2 * 3 + 2 * 5 + 4 * 5 + 4 * 9 + 8 * 9 + 8 * 17
  const interlaced = aPng({ width: 16, height: 16, interlace: 1, lines: Buffer.alloc(lines) })
  expect(await readPicture(interlaced)).toMatchObject({ width: 16 })
  const bits = aPng({ width: 20, height: 16, depth: 1, lines: Buffer.alloc(16 * 4) })
  expect(await readPicture(bits)).toMatchObject({ width: 20 })
  const colours = aPng({ width: 16, height: 16, colour: 6, lines: Buffer.alloc(16 * 65) })
  expect(await readPicture(colours)).toMatchObject({ width: 16 })
})

test('metadata is left out, and with it what hides there', async () => {
  const text = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), PAGE]))
  const place = pngChunk('eXIf', Buffer.from('52.5N 13.4E'))
  const png = await readPicture(aPng({ more: [text, place] }))
  expect(png.contents).toEqual(aPng())
  const jpeg = await readPicture(aJpeg())
  expect(aJpeg().includes(JPEG_COMMENT)).toBe(true)
  expect(jpeg.contents.includes(JPEG_COMMENT)).toBe(false)
  expect(jpeg.contents.includes('13.4E')).toBe(false)
  expect(jpeg.contents.includes('JFIF')).toBe(true)
  expect((await readPicture(jpeg.contents)).contents).toEqual(jpeg.contents)
})

const png = aPng()
const jpeg = aJpeg()
const wrongSum = Buffer.from(png)
wrongSum.writeUInt8(png.at(-1)! ^ 1, png.length - 1)

const REFUSED: [what: string, file: Buffer, code: string, message: RegExp][] = [
  ['an empty file', Buffer.alloc(0), 'empty_file', /empty/],
  ['a large file', Buffer.alloc(100 * 1024 + 1), 'too_large', /102400 bytes/],
  ['a page', PAGE, 'content_mismatch', /neither PNG nor JPEG/],
  ['SVG', Buffer.from('<?xml version="1.0"?><svg onload="x()"/>'), 'content_mismatch', /scripts/],
  [
    'the header of PNG before a page',
    Buffer.concat([png.subarray(0, 8), PAGE]),
    'content_mismatch',
    /ends early/,
  ],
  ['PNG with a page behind it', Buffer.concat([png, PAGE]), 'content_mismatch', /follows its end/],
  [
    'PNG with a second PNG behind it',
    Buffer.concat([png, png]),
    'content_mismatch',
    /follows its end/,
  ],
  ['half a PNG', png.subarray(0, png.length - 20), 'content_mismatch', /ends early/],
  ['PNG with a wrong checksum', wrongSum, 'content_mismatch', /checksum/],
  [
    'PNG without pixels',
    aPng({ lines: Buffer.alloc(10) }),
    'content_mismatch',
    /pixels are missing/,
  ],
  ['PNG with impossible bits', aPng({ depth: 7 }), 'content_mismatch', /header/],
  [
    'a bomb of dimensions',
    aPng({ width: 100_000, height: 100_000, lines: Buffer.alloc(1) }),
    'out_of_range',
    /100000 × 100000/,
  ],
  [
    'a bomb of packed bytes',
    aPng({ width: 16, height: 16, lines: Buffer.alloc(50_000_000) }),
    'content_mismatch',
    /unpacked/,
  ],
  ['a picture of one pixel', aPng({ width: 1, height: 1 }), 'out_of_range', /1 × 1/],
  [
    'JPEG with a page behind it',
    Buffer.concat([jpeg, PAGE]),
    'content_mismatch',
    /follows its end/,
  ],
  [
    'the first bytes of JPEG before a page',
    Buffer.concat([jpeg.subarray(0, 3), PAGE]),
    'content_mismatch',
    /./,
  ],
  ['half a JPEG', jpeg.subarray(0, jpeg.length - 2), 'content_mismatch', /ends early/],
  ['JPEG without pixels', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'content_mismatch', /no pixels/],
  ['JPEG of a printer', aJpeg({ components: 4 }), 'content_mismatch', /CMYK/],
  ['JPEG of a rare kind', aJpeg({ frame: 0xc9 }), 'content_mismatch', /rare kind/],
  ['a large JPEG', aJpeg({ side: 2_001 }), 'out_of_range', /2001/],
]

describe('is refused', () => {
  test.each(REFUSED)('%s', async (_, file, code, message) => {
    const refusal = readPicture(file)
    await expect(refusal).rejects.toMatchObject({
      code: 'file_refused',
      issues: [{ path: 'content', code }],
    })
    await expect(refusal).rejects.toThrow(message)
  })
})

test('every part of a picture that is cut or changed is refused or keeps its bounds', async () => {
  for (const file of [png, jpeg])
    for (let at = 0; at < file.length; at++) {
      const changed = Buffer.from(file)
      changed.writeUInt8(0xff - changed[at]!, at)
      for (const hostile of [file.subarray(0, at), changed]) {
        const { width, height } = await readPicture(hostile).catch((error: { code: string }) => {
          expect(error.code).toBe('file_refused')
          return { width: 16, height: 16 }
        })
        expect(Math.max(width, height)).toBeLessThanOrEqual(2_000)
      }
    }
})

test('a logo is shown at most 48 pixels high and 280 wide, and never enlarged', () => {
  expect(shownSize({ width: 400, height: 96 })).toEqual({ width: 200, height: 48 })
  expect(shownSize({ width: 2_000, height: 16 })).toEqual({ width: 280, height: 2 })
  expect(shownSize({ width: 30, height: 20 })).toEqual({ width: 30, height: 20 })
})
