import { z } from 'zod'
import { line, prose } from '#platform/core/records/record.ts'
import { hasLinks } from './without-links.ts'

/** Refuses links in text that an agent wrote. */
const noLinks = { error: 'must not contain links or addresses' }

/** A text that the centre wrote. */
export const OwnWords = z.strictObject({
  subject: line(150)
    .refine((text) => !hasLinks(text), noLinks)
    .meta({ description: 'Subject line of the e-mail.' }),
  text: prose(4_000)
    .min(1)
    .refine((text) => !hasLinks(text), noLinks)
    .meta({
      description: 'Paragraphs of the e-mail, separated by empty lines. A greeting is added.',
    }),
})
export type OwnWords = z.infer<typeof OwnWords>
