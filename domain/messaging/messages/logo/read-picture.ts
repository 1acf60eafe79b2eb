import { readJpeg } from './read-jpeg.ts'
import { readPng } from './read-png.ts'
import { MOST_LOGO_BYTES, refuseLogo, type Picture } from './rules.ts'

/**
 * Reads a PNG or JPEG file, which is detected from its bytes, and removes its metadata. Refuses a file in which
 * anything follows the picture.
 */
export const readPicture = async (bytes: Buffer): Promise<Picture> => {
  if (bytes.length === 0) throw refuseLogo('empty_file', 'is empty')
  if (bytes.length > MOST_LOGO_BYTES)
    throw refuseLogo('too_large', `is larger than ${MOST_LOGO_BYTES} bytes`)
  const picture = (await readPng(bytes)) ?? readJpeg(bytes)
  if (picture) return picture
  throw SVG.test(bytes.toString('utf8'))
    ? refuseLogo(
        'content_mismatch',
        'is SVG, which can contain scripts and which most mail programs do not show. Save it as PNG',
      )
    : refuseLogo('content_mismatch', 'is neither PNG nor JPEG. Save it as PNG')
}

const SVG = /<svg[\s>]/i
