import type { RequirementKind } from '../onboarding-plans/requirement.ts'
import type { Evidence } from './rules.ts'

interface Shown {
  requirement: { kind: RequirementKind }
  row: { formResponseId: string | null }
  references: readonly { status: string }[]
  /** Of the applicant, or of the centre. */
  attachmentId: string | null
  /** What the person who accepts the item writes. */
  note?: string | undefined
}

/**
 * What shows that the requirement of an item is met: something that was checked or sent, or the note of the person
 * who accepts it; undefined for nothing. A license counts only after it was verified, and an agreement is provided by
 * its signature.
 */
export const evidenceOf = ({
  requirement: { kind },
  row: { formResponseId },
  references,
  attachmentId,
  note,
}: Shown): Evidence | undefined => {
  if (kind === 'LICENSE') return 'LICENSE'
  if (kind === 'AGREEMENT' && formResponseId !== null) return 'AGREEMENT'
  if (references.some(({ status }) => status === 'GIVEN')) return 'REFERENCES'
  if (attachmentId !== null) return 'DOCUMENT'
  return note === undefined ? undefined : 'NOTE'
}
