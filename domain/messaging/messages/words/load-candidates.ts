import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isLanguage, rangesOf } from '../../locales/languages.ts'
import { templateOf, type TemplateName } from '../templates/index.ts'
import type { Words } from '../templates/words.ts'
import type { TextChannel } from './rules.ts'

/** Words that can be used for a message, in the order in which they are tried. */
export interface Candidate {
  /** A BCP 47 tag: that of the reader if it is a variant of the text's language. */
  language: string
  /** The centre's own text; undefined for the platform's words. */
  own?: Words & { id: string }
}

export interface Wanted {
  template: TemplateName
  channel: TextChannel
  /** The reader's language. */
  language: string
  centreLanguage: string
}

/**
 * The texts for a message: in the reader's language, then in the centre's, then in English, and in each language
 * the centre's own text before the platform's.
 */
export const loadCandidates = async (
  reader: Reader,
  { template, channel, language, centreLanguage }: Wanted,
): Promise<Candidate[]> => {
  const tags = [...new Set([...rangesOf(language), ...rangesOf(centreLanguage), 'en'])]
  const texts = templateOf(template).fixed
    ? []
    : await reader.sql<Words & { id: string; language: string }>(OWN, [
        reader.tenantId,
        template,
        channel,
        tags,
      ])
  return tags.flatMap((tag): Candidate[] => {
    const own = texts.find((text) => text.language === tag)
    const written = rangesOf(language).includes(tag) ? language : tag
    return [
      ...(own ? [{ language: written, own }] : []),
      ...(isLanguage(tag) ? [{ language: written }] : []),
    ]
  })
}

const OWN = `
  SELECT id, language, subject, body, action_label AS "actionLabel" FROM message_texts
  WHERE tenant_id = $1 AND template = $2 AND channel = $3 AND language = ANY ($4) AND archived_at IS NULL`
