import { z } from 'zod'
import { line, prose } from '#platform/core/record.ts'

/** What mail programs make a link of: nobody is sent elsewhere by what an agent words. */
const LINK = /:\/\/|\bwww\.|\w\.[a-z]{2,}(?=[\s/?#)]|$)/i

const withoutLinks = { error: 'must not contain links or addresses' }

/** What the centre says in its own words. */
export const OwnWords = z.strictObject({
  subject: line(150)
    .refine((text) => !LINK.test(text), withoutLinks)
    .meta({ description: 'Subject line of the e-mail.' }),
  text: prose(4_000)
    .min(1)
    .refine((text) => !LINK.test(text), withoutLinks)
    .meta({ description: 'Paragraphs, with an empty line between them. A greeting is added.' }),
})
export type OwnWords = z.infer<typeof OwnWords>
