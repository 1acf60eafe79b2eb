import type { Child as ChildRow } from '#prisma/generated/client.ts'
import { DomainError, invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadAssistant, loadAssistantVersion } from '../assistants/queries.ts'
import { askingRoles } from '../assistants/asking-roles.ts'
import { assertAskedDocuments } from './assert-asked-documents.ts'
import type { QuestionContext } from '../record-questions/schemas.ts'
import type { DocumentFilter } from './searched-documents.ts'
import { settingsOf, type AssistantSettings } from '../assistants/schemas.ts'

/** The version of an assistant that answers. */
export interface AskedAssistant {
  assistantId: string
  assistantVersion: number
  settings: AssistantSettings
  /** The location of its scope; null for the whole centre. */
  locationId: string | null
  /** 0 means that answers are not stored. */
  keepAnswersDays: number
  /** The child whom the question is about. */
  child: ChildRow | null
}

/** The limits of a question, and its child. */
interface Asking extends DocumentFilter {
  childId?: string
  context?: QuestionContext
}

/** Loads the assistant for a question. Refuses callers without access to it. */
export const loadAsked = async (reader: Reader, asking: Asking): Promise<AskedAssistant> => {
  const { assistantId } = asking
  await assertReferences(reader, 'assistant', { assistantId })
  await assertContext(reader, asking.context)
  await assertAskedDocuments(reader, asking)
  const assistant = await loadAssistant(reader, assistantId)
  const { publishedVersion, keepAnswersDays, locationId } = assistant
  const key = { id: assistantId, number: publishedVersion }
  const settings = settingsOf(await loadAssistantVersion(reader, key))
  await assertMayAsk(reader, settings.roles)
  const child = await loadAskedChild(reader, asking.childId, settings.tools)
  return {
    assistantId,
    assistantVersion: publishedVersion,
    settings,
    locationId,
    keepAnswersDays,
    child,
  }
}

const assertContext = async (
  reader: Reader,
  { childId, providerId, locationId }: QuestionContext = {},
): Promise<void> => {
  await assertReferences(reader, 'child', { 'context.childId': childId })
  await assertReferences(reader, 'provider', { 'context.providerId': providerId })
  await assertReferences(reader, 'location', { 'context.locationId': locationId })
}

/** Loads a child whom the caller can see, for an assistant that may be asked about children. */
const loadAskedChild = async (
  reader: Reader,
  childId: string | undefined,
  tools: readonly string[],
): Promise<ChildRow | null> => {
  if (childId === undefined) return null
  authorize(reader.actor, 'children:read')
  if (tools.length === 0)
    throw invalid(
      'childId',
      'not_allowed',
      'The assistant cannot answer questions about a child. Add a tool such as child_records and publish a new version.',
    )
  const child = await reader.db.child.findFirst({ where: inTenant(reader, childId) })
  if (!child) throw invalidReference('childId', 'child')
  return child
}

/** Requires that the person, or the person who created the key, has one of the assistant's roles. */
const assertMayAsk = async (reader: Reader, roles: readonly string[]): Promise<void> => {
  if (roles.length === 0) return
  const held = await askingRoles(reader)
  if (!held || held.some((role) => roles.includes(role))) return
  const listed = roles.join(', ')
  if (reader.actor.kind === 'USER')
    throw new DomainError(
      'insufficient_role',
      `Only people with one of the roles ${listed} can ask this assistant.`,
      { extra: { roles } },
    )
  throw new DomainError(
    'insufficient_scope',
    `Only keys created by people with one of the roles ${listed}, or by people who manage knowledge, can ask this assistant.`,
  )
}
