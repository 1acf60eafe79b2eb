import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { LOGO_TYPES, MOST_LOGO_BYTES } from './rules.ts'

/** Base64 has four characters for three bytes. */
const MOST_CHARACTERS = Math.ceil(MOST_LOGO_BYTES / 3) * 4

/** A PNG of 16 × 16 pixels. */
const EXAMPLE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAADklEQVR42mNYtYqBFAQA/j8VQSvFuWMAAAAASUVORK5CYII='

const content = z.base64({ error: 'must be base64' }).min(1).max(MOST_CHARACTERS).meta({
  description: 'The picture as base64.',
  example: EXAMPLE,
})

const facts = {
  contentType: growing(z.enum(LOGO_TYPES)).meta({
    description: 'Media type, detected from the bytes.',
    example: 'image/png',
  }),
  width: z.int().meta({ description: 'Width in pixels.', example: 16 }),
  height: z.int().meta({ description: 'Height in pixels.', example: 16 }),
  sizeBytes: z.int().meta({
    description: 'Size in bytes, without the metadata, which is removed.',
    example: 71,
  }),
  sha256: z.string().meta({
    description: 'SHA-256 of the picture, as 64 hexadecimal digits.',
    example: 'c0e7df56897c330b42076655d125f45dac5286e56c44aab6a82b94d66e28aa5f',
  }),
}

/** What a logo is, as stored with the settings. */
export const LogoFacts = z.strictObject(facts).meta({ id: 'MessageLogoFacts' })
export type LogoFacts = z.infer<typeof LogoFacts>

export const MessageLogo = resourceSchema('MessageLogo', { ...facts, content })
export type MessageLogo = z.infer<typeof MessageLogo>

export const PutMessageLogo = z
  .strictObject({ content })
  .meta({ id: 'PutMessageLogo', example: { content: EXAMPLE } })
export type PutMessageLogo = z.infer<typeof PutMessageLogo>
