import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG file, with its checksum. */
export const pngChunk = (type: string, data: Uint8Array = Buffer.alloc(0)): Buffer => {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

interface PngOptions {
  width?: number
  height?: number
  /** Bit depth, colour type and interlacing. */
  depth?: number
  colour?: number
  interlace?: number
  /** The lines before they are packed; by default those of grey pixels. */
  lines?: Buffer
  /** Chunks after the header. */
  more?: Buffer[]
}

/** A PNG file with 8 bits of grey for each pixel. */
export const aPng = (options: PngOptions = {}): Buffer => {
  const { width = 32, height = 16, depth = 8, colour = 0, interlace = 0, more = [] } = options
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(options.lines ?? Buffer.alloc(height * (width + 1)))),
    pngChunk('IEND'),
  ])
}

const segment = (marker: number, data: number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data])

const bytesOf = (text: string): number[] => [...Buffer.from(text, 'latin1')]

export const JPEG_COMMENT = '<script>alert(1)</script>'

/** A grey JPEG file: each code table has one code of one bit, so its four blocks are one byte. */
export const aJpeg = ({ side = 16, components = 1, frame = 0xc0 } = {}): Buffer => {
  const parts = Array.from({ length: components }, (_, at) => [at + 1, 0x11, 0]).flat()
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...bytesOf('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xe1, [...bytesOf('Exif\0\0'), ...bytesOf('52.5N 13.4E')]),
    segment(0xfe, bytesOf(JPEG_COMMENT)),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(frame, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, components, ...parts]),
    segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.from([0x00, 0xff, 0xd9]),
  ])
}
