import type { Language } from './languages.ts'
import { LOCALES, textsOf, type Part } from './texts-of.ts'

/** What has words of its own: kinds of entries of the worklist, and kinds of follow-ups whose steps it lists. */
type Kind = Part<'waiting', 'titles'>
type FollowUpKind = Part<'waiting', 'follow-up-titles'>
const { titles, 'follow-up-titles': followUpTitles } = LOCALES.en.waiting
export const WORDED_KINDS = Object.keys(titles) as Kind[]
export const WORDED_FOLLOW_UPS = Object.keys(followUpTitles) as FollowUpKind[]

/** The parts of an entry by which its words are found. */
export interface Worded {
  kind: Kind
  /** For a step of a follow-up. */
  followUpKind: FollowUpKind | null
}

/** What a person must do, and what happens if nobody does, in the platform's words. */
export const entryWords = (
  { kind, followUpKind }: Worded,
  language: Language,
): { title: string; consequence: string } =>
  followUpKind === null
    ? {
        title: textsOf('waiting', 'titles', language)(kind),
        consequence: textsOf('waiting', 'consequences', language)(kind),
      }
    : {
        title: textsOf('waiting', 'follow-up-titles', language)(followUpKind),
        consequence: textsOf('waiting', 'follow-up-consequences', language)(followUpKind),
      }
