import { authorize } from '#platform/core/access/permissions.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { logoInPreview } from '../messages/logo/logo-in-preview.ts'
import type { Recipient } from '../messages/recipient.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { templateOf } from '../messages/templates/index.ts'
import { issuesOfText } from '../messages/words/issues-of-text.ts'
import { languageOfMessage } from '../messages/words/language-of-message.ts'
import { loadCandidates, type Candidate } from '../messages/words/load-candidates.ts'
import { renderCandidates, type RenderedCandidate } from '../messages/words/render-candidates.ts'
import type { PreviewMessageText } from './schemas.ts'

const EXAMPLE_ADDRESSES = { from: 'care@care.example', to: 'mara.weiss@example.com' }

/** The text in links of previews, which lead nowhere. */
const EXAMPLE_URL = 'https://care.example'

interface Preview extends Pick<RenderedCandidate, 'rendered' | 'used'> {
  /** The language that was asked for, as a BCP 47 tag. */
  language: string
  /** Why words cannot be used. */
  issues: Issue[]
  shown: Shown
}

/**
 * Writes a message as it would be sent, with saved or unsaved words, and with the data of a record or invented
 * data.
 */
export const renderPreview = async (
  tx: Transaction,
  { template, channel, words, ...asked }: PreviewMessageText,
): Promise<Preview> => {
  const terms = await logoInPreview(tx, await loadMessagingTerms(tx))
  const shown = await loadData(tx, template, asked.recordId)
  const wanted = { template, channel, centreLanguage: terms.language }
  // Unsaved words may be in a language that has no texts yet.
  const language =
    words && asked.language
      ? asked.language
      : await languageOfMessage(tx, {
          ...wanted,
          language: asked.language ?? shown.recipient?.language,
        })
  const issues = words ? issuesOfText({ ...words, template, channel, language }, terms.web) : []
  const unsaved: Candidate[] =
    words && issues.length === 0 ? [{ language, own: { ...words, id: '' } }] : []
  const { rendered, used, unusable } = renderCandidates(
    {
      template,
      channel,
      variables: shown.variables,
      envelope: { centre: terms.centre, ...EXAMPLE_ADDRESSES, sentAt: tx.now },
      publicUrl: EXAMPLE_URL,
    },
    [...unsaved, ...(await loadCandidates(tx, { ...wanted, language }))],
    terms,
  )
  return {
    rendered,
    used,
    language,
    issues: [...issues, ...unusable.flatMap((one) => one.issues)],
    shown,
  }
}

interface Shown {
  variables: unknown
  recipient?: Recipient | undefined
  childId: string | null
  subject?: Subject
}

/** The data of the record, or the example if there is no record. */
const loadData = async (
  tx: Transaction,
  template: PreviewMessageText['template'],
  recordId: string | undefined,
): Promise<Shown> => {
  const { example, variables: schema } = templateOf(template)
  if (recordId === undefined) return { variables: example, childId: null }
  const source = tx.platform.registry.previewSources[template]
  if (!source) throw invalidReference('recordId', 'record with which this template can be shown')
  authorize(tx.actor, source.needs)
  const found = await source.load(tx, recordId)
  if (!found) throw invalidReference('recordId', source.record)
  const { recipient, childId, variables } = found
  const { firstName: invented } = example as { firstName?: string }
  const firstName = recipient?.firstName ?? invented
  return {
    variables: Object.fromEntries(
      Object.entries({ ...variables, firstName }).filter(([name]) => name in schema.shape),
    ),
    recipient,
    childId,
    subject: { type: source.record, id: recordId },
  }
}
