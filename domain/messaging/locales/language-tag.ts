import { z } from 'zod'
import { canonicalLanguage } from './languages.ts'

/** A BCP 47 tag in the canonical form of RFC 5646. */
export const languageTag = z
  .string()
  .max(35)
  .transform((tag, context) => {
    const canonical = canonicalLanguage(tag)
    if (canonical) return canonical
    context.addIssue({ code: 'custom', message: 'must be a BCP 47 tag, such as de or pt-BR' })
    return z.NEVER
  })
