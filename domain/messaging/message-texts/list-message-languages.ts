import type { Context } from '#platform/core/context/context.ts'
import { ONE_PAGE } from '#platform/core/lists/paging.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { isLanguage, LANGUAGES, rangesOf } from '../locales/languages.ts'
import { TEMPLATE_NAMES, templateOf } from '../messages/templates/index.ts'
import type { MessageLanguage } from './schemas.ts'

/**
 * Lists the languages that families ask for and those of texts, with the templates that have no text in them.
 * The platform's languages lack none.
 */
export const listMessageLanguages = (ctx: Context) =>
  read(ctx, ['message-settings:read', 'clients:read'], async (reader) => {
    const [asked, own] = await Promise.all([
      reader.sql<Asked>(ASKED, [reader.tenantId]),
      reader.sql<{ template: string; language: string }>(OWN, [reader.tenantId]),
    ])
    const tags = new Set([...LANGUAGES, ...[...asked, ...own].map(({ language }) => language)])
    const data = [...tags].map((language): MessageLanguage => {
      const ranges = rangesOf(language)
      const has = (name: string) =>
        own.some((text) => text.template === name && ranges.includes(text.language))
      const isPlatform = ranges.some(isLanguage)
      const { guardians = 0, children = 0 } = asked.find((one) => one.language === language) ?? {}
      return {
        language,
        isPlatform,
        guardians,
        children,
        missing: isPlatform ? [] : FOR_FAMILIES.filter((name) => !has(name)),
      }
    })
    return { data: data.toSorted((a, b) => b.children - a.children), ...ONE_PAGE }
  })

/** The templates of messages to guardians and clients. */
const FOR_FAMILIES = TEMPLATE_NAMES.filter((name) => templateOf(name).toFamilies)

interface Asked {
  language: string
  guardians: number
  children: number
}

const ASKED = `
  SELECT c.language, count(DISTINCT c.id)::int AS guardians, count(DISTINCT k.id)::int AS children
  FROM clients c
  LEFT JOIN guardianships g ON g.tenant_id = c.tenant_id AND g.client_id = c.id AND g.ended_at IS NULL
  LEFT JOIN children k ON k.tenant_id = g.tenant_id AND k.id = g.child_id AND k.archived_at IS NULL
  WHERE c.tenant_id = $1 AND c.archived_at IS NULL AND c.language IS NOT NULL
  GROUP BY c.language ORDER BY c.language`

const OWN = `
  SELECT template, language FROM message_texts WHERE tenant_id = $1 AND archived_at IS NULL
  ORDER BY template, language`
