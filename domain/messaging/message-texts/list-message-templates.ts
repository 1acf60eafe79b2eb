import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { ONE_PAGE, anyOf } from '#platform/core/lists/paging.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { isLanguage, LANGUAGES, platformLanguageOf, rangesOf } from '../locales/languages.ts'
import { languageTag } from '../locales/language-tag.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { TEMPLATE_NAMES, templateOf, type TemplateName } from '../messages/templates/index.ts'
import { platformWords } from '../messages/templates/words.ts'
import { TEXT_CHANNELS, type TextChannel } from '../messages/words/rules.ts'
import type { MessageTemplate, TemplateText } from './schemas.ts'
import { variablesOf } from '../messages/words/variables-of.ts'

export const MessageTemplateQuery = z.strictObject({
  template: anyOf(TEMPLATE_NAMES, 'Returns only these templates.'),
  language: languageTag
    .optional()
    .meta({ description: 'Returns only the texts in this language, a BCP 47 tag.' }),
})
export type MessageTemplateQuery = z.infer<typeof MessageTemplateQuery>

/** Lists the templates: their variables, what a text must contain, and whose text is used in each language. */
export const listMessageTemplates = (ctx: Context, query: MessageTemplateQuery) =>
  read(ctx, 'message-settings:read', async (reader) => {
    const { template: asked, language } = query
    const [terms, own, wanted] = await Promise.all([
      loadMessagingTerms(reader),
      reader.sql<OwnText>(OWN, [reader.tenantId]),
      loadLanguages(reader),
    ])
    const tags = language ? [language] : [...new Set([...LANGUAGES, ...wanted])]
    return {
      data: TEMPLATE_NAMES.filter((name) => asked?.includes(name) ?? true).map((name) =>
        describe(reader, name, {
          tags,
          own: own.filter(({ template }) => template === name),
          centreLanguage: terms.language,
        }),
      ),
      ...ONE_PAGE,
    }
  })

interface OwnText {
  id: string
  template: string
  channel: TextChannel
  language: string
  isUsed: boolean
}

const describe = (
  { platform }: Reader,
  name: TemplateName,
  { tags, own, centreLanguage }: { tags: string[]; own: OwnText[]; centreLanguage: string },
): MessageTemplate => {
  const template = templateOf(name)
  const { description, fixed, requires = [] } = template
  return {
    template: name,
    description,
    fixedBecause: fixed ?? null,
    previewsWith: platform.registry.previewSources[name]?.record ?? null,
    variables: variablesOf(template, platformLanguageOf(centreLanguage)),
    requires: requires.map(({ anyOf: names, in: part, when = {}, because }) => ({
      anyOf: [...names],
      inBody: part === 'body',
      when: { ...when },
      because,
    })),
    texts: TEXT_CHANNELS.flatMap((channel) =>
      tags.map((language): TemplateText => {
        const texts = own.filter((text) => text.channel === channel)
        const exact = texts.find((text) => text.language === language)
        const ranges = rangesOf(language)
        const isOwn = texts.some((text) => text.isUsed && ranges.includes(text.language))
        const ours = ranges.find(isLanguage)
        return {
          channel,
          language,
          origin: isOwn ? 'OWN' : ours ? 'PLATFORM' : 'FALLBACK',
          messageTextId: exact?.id ?? null,
          platform: ours ? platformWords(template, ours) : null,
        }
      }),
    ),
  }
}

/** The languages of the centre's own texts, and those that families asked for. */
const loadLanguages = async (reader: Reader): Promise<string[]> => {
  const rows = await reader.sql<{ language: string }>(LANGUAGES_IN_USE, [reader.tenantId])
  return rows.map(({ language }) => language)
}

const OWN = `
  SELECT id, template, channel, language, archived_at IS NULL AS "isUsed" FROM message_texts
  WHERE tenant_id = $1 ORDER BY template, language`

const LANGUAGES_IN_USE = `
  SELECT language FROM message_texts WHERE tenant_id = $1
  UNION SELECT language FROM clients WHERE tenant_id = $1 AND archived_at IS NULL AND language IS NOT NULL
  ORDER BY language`
