import type { z } from 'zod'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import type { Condition } from './condition.ts'
import type { Language } from '../locales/languages.ts'

/** A link in use. */
export interface Link {
  tenantId: string
  id: string
  purpose: string
  subjectType: string
  subjectId: string
  /** Its recipient. */
  recipientId: string | null
  language: Language
  expiresAt: Date
  usedAt: Date | null
}

/** The purposes of single-use links, by stored name. */
export type LinkPurposeName =
  | 'check-in'
  | 'feedback'
  | 'form'
  | 'goal-review'
  | 'lead-offer'
  | 'lead-proof'
  | 'lead-questions'
  | 'provider-form'
  | 'provider-application'
  | 'provider-reference'
  | 'rebooking'
  | 'waitlist-offer'

interface FieldBase {
  name: string
  label: string
  help?: string
  /** Choices are required by default, other fields optional. */
  required?: boolean
  /** Current answers; `choices` are lists. */
  value?: string | string[]
  /** Asked while earlier answers meet all of these. */
  showIf?: readonly Condition[]
  /** Hidden by current answers. */
  isHidden?: true
}

interface Options {
  options: { value: string; label: string }[]
}

/**
 * A field of a page. `choice` with one option is a confirmation, `text` has several lines, and `section` is a
 * heading.
 */
export type Field =
  | (FieldBase & Options & { type: 'CHOICE' | 'CHOICES'; isYesNo?: true })
  | (FieldBase & { type: 'TEXT' | 'LINE'; maxLength: number })
  | (FieldBase & { type: 'NUMBER' | 'DATE' | 'SECTION' })
  | (FieldBase & { type: 'FILE'; accept: readonly string[] })

/** A file chosen on a page. */
export interface SentFile {
  /** The name of its field. */
  field: string
  /** Its original name. */
  name: string
  /** Its declared type. */
  contentType: string
  chunks: AsyncIterable<Uint8Array>
}

/** A stored page file without a record. */
export interface StoredFile {
  /** Records it with its purpose, in the transaction that uses the link. */
  record: (tx: Transaction) => Promise<void>
  /** Removes its bytes. */
  discard: () => Promise<void>
}

/** What a visitor of the link sees, in the link's language. First names only. */
export interface LinkView {
  title: string
  paragraphs: string[]
  /** Further information, one line each. */
  list?: string[]
  fields: Field[]
  submit: string
  /** Another button, which sends this member with the fields, complete or not. */
  later?: { name: string; label: string }
  /** Hidden fields. */
  hidden?: Record<string, string>
}

/** The confirmation. */
export interface LinkReceipt {
  title: string
  paragraphs: string[]
  /** It was not a final answer: the link stays usable. */
  keepsLink?: true
  /** The label of the link back to the page, if there is more to do. */
  again?: string
}

/** The purpose of a link. Answer and effect commit together with its use; an error of `redeem` leaves it usable. */
export interface LinkPurpose<Answer extends z.ZodType = z.ZodType> {
  /** The only permission of the link. */
  permission: Permission
  /** Form values are strings: coerce them. */
  answer: Answer
  /** `given` is a refused answer, which may show more questions. */
  view: (reader: Reader, link: Link, given?: Record<string, unknown>) => Promise<LinkView>
  redeem: (tx: Transaction, link: Link, answer: z.output<Answer>) => Promise<LinkReceipt>
  /** Stores an uploaded file of its page, to be recorded or discarded with the answer. */
  receive?: (ctx: OutsideContext, link: Link, file: SentFile) => Promise<StoredFile>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    linkPurposes: Readonly<Record<LinkPurposeName, LinkPurpose>>
  }
}

export const definePurpose = <Answer extends z.ZodType>(
  purpose: LinkPurpose<Answer>,
): LinkPurpose => purpose
