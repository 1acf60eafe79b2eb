import type { z } from 'zod'
import type { Permission } from '../core/permissions.ts'
import type { Reader, Transaction } from '../core/transaction.ts'
import type { Language } from '../messages/templates/define-template.ts'

/** A link that somebody follows. */
export interface Link {
  tenantId: string
  id: string
  purpose: string
  subjectType: string
  subjectId: string
  /** The person it was given to. */
  recipientId: string | null
  language: Language
  expiresAt: Date
  usedAt: Date | null
}

/** One thing that a page asks for. `choice` with one option is a plain confirmation. */
export type Field =
  | { name: string; label: string; type: 'choice'; options: { value: string; label: string }[] }
  | { name: string; label: string; type: 'text'; maxLength: number }

/** What somebody who follows the link sees, in the link's language. First names only. */
export interface LinkView {
  title: string
  paragraphs: string[]
  fields: Field[]
  submit: string
}

/** What they see once it is done. */
export interface LinkReceipt {
  title: string
  paragraphs: string[]
}

/**
 * What a kind of link is for. Its answer and its effect commit together with the use of the link; an
 * error of `redeem` leaves the link usable.
 */
export interface LinkPurpose<Answer extends z.ZodType = z.ZodType> {
  /** All that whoever holds the link may do. */
  permission: Permission
  /** Values of a form are strings: coerce them. */
  answer: Answer
  view: (reader: Reader, link: Link) => Promise<LinkView>
  redeem: (tx: Transaction, link: Link, answer: z.output<Answer>) => Promise<LinkReceipt>
}

export const definePurpose = <Answer extends z.ZodType>(
  purpose: LinkPurpose<Answer>,
): LinkPurpose => purpose
