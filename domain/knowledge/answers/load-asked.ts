import { DomainError } from '#platform/core/errors.ts'
import { assertReferences } from '#platform/core/references.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { loadAssistant, loadAssistantVersion } from '../assistants/queries.ts'
import { assertAskedDocuments } from './assert-asked-documents.ts'
import type { DocumentFilter } from './searched-documents.ts'
import { settingsOf, type AssistantSettings } from '../assistants/schemas.ts'

/** The version that an assistant answers by. */
export interface AskedAssistant {
  assistantId: string
  assistantVersion: number
  settings: AssistantSettings
}

/** The assistant that is asked, by whoever may ask it. */
export const loadAsked = async (
  reader: Reader,
  filter: DocumentFilter,
): Promise<AskedAssistant> => {
  const { assistantId } = filter
  await assertReferences(reader, 'assistant', { assistantId })
  await assertAskedDocuments(reader, filter)
  const { publishedVersion: assistantVersion } = await loadAssistant(reader, assistantId)
  const key = { id: assistantId, number: assistantVersion }
  const settings = settingsOf(await loadAssistantVersion(reader, key))
  await assertMayAsk(reader, settings.roles)
  return { assistantId, assistantVersion, settings }
}

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
