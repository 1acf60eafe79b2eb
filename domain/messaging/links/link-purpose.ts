import type { z } from 'zod'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import type { Condition } from './condition.ts'
import type { Language } from '../locales/languages.ts'

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

/** What one-time links are for, by the name that their rows keep. */
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
  /** Choices are required unless they say otherwise, all else is not. */
  required?: boolean
  /** What was answered so far; of `choices` a list. */
  value?: string | string[]
  /** It is asked while all of these are met by the answers before it. */
  showIf?: readonly Condition[]
  /** It is not asked for the answers so far. */
  isHidden?: true
}

interface Options {
  options: { value: string; label: string }[]
}

/**
 * One thing that a page asks for. `choice` with one option is a plain confirmation, `text` has several
 * lines, and `section` only heads what follows.
 */
export type Field =
  | (FieldBase & Options & { type: 'CHOICE' | 'CHOICES'; isYesNo?: true })
  | (FieldBase & { type: 'TEXT' | 'LINE'; maxLength: number })
  | (FieldBase & { type: 'NUMBER' | 'DATE' | 'SECTION' })
  | (FieldBase & { type: 'FILE'; accept: readonly string[] })

/** A file that somebody chose on a page. */
export interface SentFile {
  /** The name of its field. */
  field: string
  /** As the file is called where it comes from. */
  name: string
  /** What the sender says that it is. */
  contentType: string
  chunks: AsyncIterable<Uint8Array>
}

/** A file of a page that is stored and that no record names yet. */
export interface StoredFile {
  /** Records it, and what it is for, in the transaction in which the link is used. */
  record: (tx: Transaction) => Promise<void>
  /** Removes its bytes. */
  discard: () => Promise<void>
}

/** What somebody who follows the link sees, in the link's language. First names only. */
export interface LinkView {
  title: string
  paragraphs: string[]
  /** What else there is to know, one line each. */
  list?: string[]
  fields: Field[]
  submit: string
  /** Another button, which sends this member beside the fields, whole or not. */
  later?: { name: string; label: string }
  /** What the page sends along. */
  hidden?: Record<string, string>
}

/** What they see once it is done. */
export interface LinkReceipt {
  title: string
  paragraphs: string[]
  /** It was no answer yet: the link can still be used. */
  keepsLink?: true
  /** What the way back to the page is called, where there is more to do. */
  again?: string
}

/**
 * What a kind of link is for. Its answer and its effect commit together with the use of the link; an
 * error of `redeem` leaves the link usable.
 */
export interface LinkPurpose<Answer extends z.ZodType = z.ZodType> {
  /** The only permission that the link grants. */
  permission: Permission
  /** Values of a form are strings: coerce them. */
  answer: Answer
  /** `given` is an answer that was refused: what it asks then may be more. */
  view: (reader: Reader, link: Link, given?: Record<string, unknown>) => Promise<LinkView>
  redeem: (tx: Transaction, link: Link, answer: z.output<Answer>) => Promise<LinkReceipt>
  /** Stores the bytes of a file of its page. They are recorded with the answer, or discarded with it. */
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
