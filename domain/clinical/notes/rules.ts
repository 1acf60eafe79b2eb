import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { authorize, ownProviderOf, type Actor } from '#platform/core/access/permissions.ts'

export const NoteStatus = ['DRAFT', 'AWAITING_COSIGN', 'SIGNED', 'AMENDED'] as const
export type NoteStatus = (typeof NoteStatus)[number]

/**
 * Rules for a note. The first signature locks its text; a supervised therapist's note then waits for the
 * second. A signed note is immutable, and addenda supplement it.
 */
export const SECTIONS = ['subjective', 'objective', 'assessment', 'plan'] as const
export type Section = (typeof SECTIONS)[number]
export type Soap = Record<Section, string>

/** How a note is written. SECTIONS: the centre's own sections, defined by a template. */
export const NoteFormat = ['SOAP', 'DAP', 'BIRP', 'NARRATIVE', 'SECTIONS'] as const
export type NoteFormat = (typeof NoteFormat)[number]

/** The sections of the formats that the platform defines, in their order. */
export const SECTIONS_OF = {
  SOAP: SECTIONS,
  DAP: ['data', 'assessment', 'plan'],
  BIRP: ['behaviour', 'intervention', 'response', 'plan'],
  NARRATIVE: ['narrative'],
} as const satisfies Record<Exclude<NoteFormat, 'SECTIONS'>, readonly string[]>
export type DefinedSection = (typeof SECTIONS_OF)[keyof typeof SECTIONS_OF][number]

/** Refuses to sign an empty note, or a note without its required sections. */
export const assertSignable = (
  texts: Readonly<Record<string, string>>,
  required: readonly string[] = [],
): void => {
  const isBlank = (section: string) => (texts[section] ?? '').trim() === ''
  if (Object.keys(texts).every(isBlank))
    throw new DomainError(
      'note_empty',
      'The note is empty. Write at least one section before you sign it.',
    )
  const missing = required.filter(isBlank)
  if (missing.length === 0) return
  throw new DomainError(
    'note_incomplete',
    `The note requires ${missing.join(', ')}. Complete these sections before you sign the note.`,
    { extra: { missing } },
  )
}

/** Refuses to change or sign another author's draft. */
export const assertAuthor = (note: { authorId: string }, actor: { id: string }): void => {
  if (note.authorId === actor.id) return
  throw new DomainError(
    'wrong_signer',
    'The draft belongs to another author. Take it over first (/take-over), or ask the author to change it.',
    { extra: { authorId: note.authorId } },
  )
}

/** Requires that a supervised therapist's note is signed by two people. */
export const assertOtherThanAuthor = (
  tx: Parameters<typeof assertSecondPerson>[0],
  note: { authorId: string },
): Promise<boolean> =>
  assertSecondPerson(
    tx,
    [note.authorId],
    'This is your own note. The supervisor must co-sign or return it.',
    { keysAreProviders: true },
  )

/** The person in whose name something is signed. */
export interface Signer {
  providerId: string
  /** True if a key that is not bound to the provider signed on their behalf. */
  onBehalf: boolean
}

/**
 * A person signs only as the provider linked to their account; roles do not change this. A key needs an
 * explicitly granted permission to sign, and a key bound to a provider signs only as that provider (docs/decisions/0025).
 */
export const signerFor = (actor: Actor, providerId: string): Signer => {
  if (actor.isDelegated)
    throw new DomainError(
      'wrong_signer',
      'A program cannot sign for a person. Sign in yourself to sign the note.',
      { extra: { providerId } },
    )
  const isPerson = actor.kind === 'USER'
  if (!isPerson) authorize(actor, 'signatures-on-behalf:write')
  const own = ownProviderOf(actor)
  if (own === providerId) return { providerId, onBehalf: false }
  if (!isPerson && own === undefined) return { providerId, onBehalf: true }
  throw new DomainError(
    'wrong_signer',
    `Only ${providerId} can sign this, but you are ${own ?? 'not a provider'}. Ask that provider to sign.`,
    { extra: { providerId } },
  )
}

/** All saves by one person within this time are one version of a draft. */
export const VERSION_WINDOW_MS = 60_000
