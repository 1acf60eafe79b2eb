import { z } from 'zod'
import { line, prose } from '#platform/core/records/record.ts'
import { hasLinks } from './without-links.ts'

/** Text worded by an agent contains no links. */
const noLinks = { error: 'must not contain links or addresses' }

/** Text worded by the centre. */
export const OwnWords = z.strictObject({
  subject: line(150)
    .refine((text) => !hasLinks(text), noLinks)
    .meta({ description: 'Subject line of the e-mail.' }),
  text: prose(4_000)
    .min(1)
    .refine((text) => !hasLinks(text), noLinks)
    .meta({ description: 'Paragraphs, with an empty line between them. A greeting is added.' }),
})
export type OwnWords = z.infer<typeof OwnWords>
