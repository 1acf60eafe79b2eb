import type { z } from 'zod'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import type { Condition } from './condition.ts'
import type { Language } from '../locales/languages.ts'

/** A link that is being used. */
export interface Link {
  tenantId: string
  id: string
  purpose: string
  subjectType: string
  subjectId: string
  /** The recipient of the link. */
  recipientId: string | null
  language: Language
  expiresAt: Date
  usedAt: Date | null
}

/** The purposes of single-use links, by their stored name. */
export type LinkPurposeName =
  | 'attendance'
  | 'check-in'
  | 'feedback'
  | 'form'
  | 'goal-review'
  | 'ifsp'
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
  /** By default, choices are required and other fields are optional. */
  required?: boolean
  /** The current answers; lists for `CHOICES`. */
  value?: string | string[]
  /** The question is asked only if earlier answers meet all of these. */
  showIf?: readonly Condition[]
  /** True if current answers hide the question. */
  isHidden?: true
}

interface Options {
  options: { value: string; label: string }[]
}

/**
 * A field of a page. `choice` with a single option is a confirmation, `text` has several lines, and `section`
 * is a heading.
 */
export type Field =
  | (FieldBase & Options & { type: 'CHOICE' | 'CHOICES'; isYesNo?: true })
  | (FieldBase & { type: 'TEXT' | 'LINE'; maxLength: number })
  | (FieldBase & { type: 'NUMBER' | 'DATE' | 'SECTION' })
  | (FieldBase & { type: 'FILE'; accept: readonly string[] })

/** A file that was chosen on a page. */
export interface SentFile {
  /** The name of the file's field. */
  field: string
  /** The file's original name. */
  name: string
  /** The type that the browser declared. */
  contentType: string
  chunks: AsyncIterable<Uint8Array>
}

/** A stored file from a page that has no record yet. */
export interface StoredFile {
  /** Records the file for its purpose, in the transaction that uses the link. */
  record: (tx: Transaction) => Promise<void>
  /** Removes the file's bytes. */
  discard: () => Promise<void>
}

/** What a visitor of the link sees, in the link's language. It contains only first names. */
export interface LinkView {
  title: string
  paragraphs: string[]
  /** Further information, one line each. */
  list?: string[]
  fields: Field[]
  submit: string
  /** A second button. It sends this member together with the fields, whether or not they are complete. */
  later?: { name: string; label: string }
  /** Hidden fields. */
  hidden?: Record<string, string>
}

/** The confirmation after an answer. */
export interface LinkReceipt {
  title: string
  paragraphs: string[]
  /** Set if the answer is not final, so that the link can be used again. */
  keepsLink?: true
  /** The label of the link back to the page, if more can be done there. */
  again?: string
}

/**
 * The purpose of a link. The answer and its effect are committed together with the use of the link. If `redeem`
 * throws, the link can be used again.
 */
export interface LinkPurpose<Answer extends z.ZodType = z.ZodType> {
  /** The only permission that the link gives. */
  permission: Permission
  /** The schema of an answer. Form values are strings, so it must coerce them. */
  answer: Answer
  /** `given` is a refused answer, which may show more questions. */
  view: (reader: Reader, link: Link, given?: Record<string, unknown>) => Promise<LinkView>
  redeem: (tx: Transaction, link: Link, answer: z.output<Answer>) => Promise<LinkReceipt>
  /** Stores a file uploaded on the page. It is then recorded or discarded together with the answer. */
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
