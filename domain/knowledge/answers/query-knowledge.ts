import type { Context } from '#platform/core/context.ts'
import { DomainError } from '#platform/core/errors.ts'
import { assertReferences } from '#platform/core/references.ts'
import { transact, type Reader } from '#platform/core/transaction.ts'
import { loadAssistant, loadAssistantVersion } from '../assistants/queries.ts'
import { settingsOf } from '../assistants/schemas.ts'
import { assertAskedDocuments } from './assert-asked-documents.ts'
import { findQuotes } from './find-quotes.ts'
import type { KnowledgeAnswer, QueryKnowledge } from './schemas.ts'

/**
 * Answers a question by quoting the sentences of an assistant's documents that speak of it. What they say
 * is quoted and never followed. Where none speaks of enough of the question, that is the answer.
 */
export const queryKnowledge = (
  ctx: Context,
  { question, ...filter }: QueryKnowledge,
): Promise<KnowledgeAnswer> =>
  transact(ctx, 'knowledge:read', async (tx) => {
    const { assistantId } = filter
    await assertReferences(tx, 'assistant', { assistantId })
    await assertAskedDocuments(tx, filter)
    const { publishedVersion } = await loadAssistant(tx, assistantId)
    const version = await loadAssistantVersion(tx, { id: assistantId, number: publishedVersion })
    const settings = settingsOf(version)
    await assertMayAsk(tx, settings.roles)
    const { quotes, nearest } = await findQuotes(tx, { ...filter, question, ...settings })
    tx.did({ type: 'assistant', id: assistantId }, { quotes: quotes.length })
    return {
      assistantId,
      assistantVersion: publishedVersion,
      answer: quotes.length > 0 ? quotes.map(({ quote }) => quote).join(' ') : null,
      citations: quotes,
      confidence: (quotes[0] ?? nearest[0])?.score ?? 0,
      notFound: quotes.length === 0,
      nearest,
    }
  })

/** Who is a person has one of the roles that an assistant is for. */
const assertMayAsk = async (reader: Reader, roles: readonly string[]): Promise<void> => {
  const { tenantId, actor } = reader
  if (roles.length === 0 || actor.kind !== 'USER') return
  const [user] = await reader.sql<{ roles: string[] }>(ROLES, [tenantId, actor.id])
  if (user?.roles.some((role) => roles.includes(role))) return
  throw new DomainError(
    'insufficient_role',
    `This assistant is for people with one of the roles ${roles.join(', ')}.`,
    { extra: { roles } },
  )
}

const ROLES = `SELECT roles FROM users WHERE tenant_id = $1 AND id = $2`
