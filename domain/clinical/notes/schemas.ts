import { z } from 'zod'
import type {
  Prisma,
  SessionNoteAddendum,
  SessionNoteSignature,
  SessionNoteVersion,
} from '#prisma/generated/client.ts'
import { exampleId, ID_PREFIXES, idOf } from '#platform/core/records/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { fromJson, jsonArray } from '#platform/core/sql/json.ts'
import type { NoteText } from './note-text.ts'
import { NoteFormat, NoteStatus } from './rules.ts'

const section = () => prose(20_000)

const soap = {
  subjective: section().meta({
    description: 'Report of the child or family, up to 20,000 characters.',
    example: 'Says that school was loud this week.',
  }),
  objective: section().meta({
    description: 'Observations and measurements, up to 20,000 characters.',
    example: 'Produced /r/ in 7 of 10 words.',
  }),
  assessment: section().meta({
    description: 'Therapist’s assessment of the findings, up to 20,000 characters.',
    example: 'Progress towards goal 2.',
  }),
  plan: section().meta({
    description: 'Plan for the treatment, up to 20,000 characters.',
    example: 'Move on to phrases; practice at home.',
  }),
}

const format = z.enum(NoteFormat).meta({
  description:
    'How the note is written. SOAP uses the members `subjective`, `objective`, `assessment` and `plan`; DAP, BIRP, NARRATIVE and SECTIONS use `sections`.',
  example: 'SOAP',
})

/** The key of a section of a note or a template. */
export const sectionKey = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, {
    error:
      'must be letters, digits and underscores, beginning with a lower-case letter, such as homeExercises',
  })
  .meta({ description: 'Key of the section, unique in the note.', example: 'data' })

/** The most sections that a note can have. */
export const MAX_SECTIONS = 30

const sectionText = section().meta({
  description: 'Text of the section, up to 20,000 characters.',
  example: 'Produced /r/ in 7 of 10 words.',
})

const NoteSections = z
  .array(
    z.strictObject({
      key: sectionKey,
      title: z.string().meta({ description: 'Title of the section.', example: 'Data' }),
      required: z.boolean().meta({
        description: 'Whether the note cannot be signed without this section.',
        example: true,
      }),
      text: sectionText,
    }),
  )
  .meta({
    description:
      'Sections of a note in another format than SOAP, in their order; empty for SOAP. A note keeps the titles and requirements that it began with.',
    example: [],
  })

const GivenSections = z
  .array(z.strictObject({ key: sectionKey, text: sectionText }))
  .max(MAX_SECTIONS)
  .meta({
    description:
      'Texts of sections, for formats other than SOAP. Keys of DAP: `data`, `assessment`, `plan`. BIRP: `behaviour`, `intervention`, `response`, `plan`. NARRATIVE: `narrative`. SECTIONS: those of the template. Sections that you omit do not change.',
    example: [{ key: 'data', text: 'Produced /r/ in 7 of 10 words.' }],
  })

const authorId = z.string().meta({
  description: 'ID of the user or API key that wrote the note.',
  example: exampleId('user'),
})
const signedBy = z
  .strictObject({
    kind: z.enum(['USER', 'API_KEY', 'SYSTEM']).meta({
      description: 'USER: a person. API_KEY: a key that is allowed to sign. SYSTEM: an operator.',
      example: 'USER',
    }),
    id: z.string().meta({ description: 'ID of the user or API key.', example: exampleId('user') }),
    name: z.string().meta({
      description: 'Name of the user or API key at the time of signing.',
      example: 'Ana Ruiz',
    }),
    sessionId: idOf('userSession')
      .nullable()
      .meta({ description: 'User session in which a person signed; null for an API key.' }),
  })
  .meta({ description: 'Who signed.' })
const signer = {
  signedBy,
  providerId: idOf('provider').meta({ description: 'Provider in whose name it was signed.' }),
  onBehalf: z.boolean().meta({
    description:
      'Whether a key of the centre that is not bound to the provider made the signature.',
    example: false,
  }),
}
const hash = () =>
  z.string().meta({ example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c' })
const reason = prose(2000).meta({ example: 'The plan names no date.' })

/** A note of a session, in one of the formats. */
export const SessionNote = resourceSchema('SessionNote', {
  id: idOf('sessionNote'),
  sessionId: idOf('session'),
  childId: idOf('child').meta({ description: 'Child of the session.' }),
  providerId: idOf('provider').meta({ description: 'Provider who held the session.' }),
  sessionStartedAt: z.iso.datetime().meta({
    description: 'When the session began, in UTC.',
    example: '2026-11-20T09:02:00.000Z',
  }),
  status: z
    .enum(NoteStatus)
    .meta({ description: 'Whether the note is a draft, awaits a co-signature, or is signed.' }),
  format,
  ...soap,
  sections: NoteSections,
  authorId,
  templateId: idOf('noteTemplate').nullable().meta({
    description: 'Template with which the note began; null if there is none.',
    example: null,
  }),
  supervisorId: idOf('provider').nullable().meta({ description: 'Co-signer.', example: null }),
  returnReason: reason.nullable().meta({
    description: 'Reason why the supervisor returned the note; null if it was not returned.',
    example: null,
  }),
  signedAt: z.iso.datetime().nullable().meta({
    description: 'When the last required signature was made, in UTC; null until then.',
    example: null,
  }),
  ...recordMembers,
})
export type SessionNote = z.infer<typeof SessionNote>

export const CreateSessionNote = z
  .strictObject({
    format: format.exactOptional().meta({
      description:
        'How the note is written. By default as its template, or SOAP without a template. SECTIONS requires a template.',
      example: 'SOAP',
    }),
    subjective: soap.subjective.exactOptional(),
    objective: soap.objective.exactOptional(),
    assessment: soap.assessment.exactOptional(),
    plan: soap.plan.exactOptional(),
    sections: GivenSections.exactOptional(),
    templateId: idOf('noteTemplate').exactOptional().meta({
      description: 'Template whose texts fill the sections that you omit.',
    }),
    sign: z.boolean().default(false).meta({
      description: 'Whether to sign the note immediately. A signed note can no longer change.',
      example: false,
    }),
  })
  .meta({
    id: 'CreateSessionNote',
    example: {
      subjective: 'Says that school was loud this week.',
      objective: 'Produced /r/ in 7 of 10 words.',
      assessment: 'Progress towards goal 2.',
      plan: 'Move on to phrases; practice at home.',
    },
  })
export type CreateSessionNote = z.infer<typeof CreateSessionNote>

export const PatchSessionNote = z
  .strictObject({
    subjective: soap.subjective.exactOptional(),
    objective: soap.objective.exactOptional(),
    assessment: soap.assessment.exactOptional(),
    plan: soap.plan.exactOptional(),
    sections: GivenSections.exactOptional(),
  })
  .meta({ id: 'PatchSessionNote', example: { plan: 'Repeat single words.' } })
export type PatchSessionNote = z.infer<typeof PatchSessionNote>

export const ReturnSessionNote = z
  .strictObject({
    reason: reason
      .min(1)
      .meta({ description: 'Changes that are required, up to 2,000 characters.' }),
  })
  .meta({ id: 'ReturnSessionNote', example: { reason: 'The plan names no date.' } })

/** The content of a draft at a point in time. */
export const NoteVersion = resourceSchema('NoteVersion', {
  version: z.int().meta({ description: 'Number of this version of the note.', example: 3 }),
  ...soap,
  sections: NoteSections,
  savedBy: authorId.meta({
    description: 'ID of the user or API key that saved this version.',
  }),
  savedAt: z.iso.datetime().meta({
    description: 'When this version was saved, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type NoteVersion = z.infer<typeof NoteVersion>

/** An addition to a signed note. */
export const Addendum = resourceSchema('Addendum', {
  id: idOf('noteAddendum'),
  noteId: idOf('sessionNote'),
  number: z.int().meta({ description: 'Number, counted from 1.', example: 1 }),
  text: section().meta({
    description: 'Text of the addendum, up to 20,000 characters.',
    example: 'The mother called: the hearing test was normal.',
  }),
  authorId,
  ...signer,
  previousHash: hash().meta({ description: 'Hash of the note, or of the previous addendum.' }),
  hash: hash().meta({
    description: 'SHA-256 over this addendum and the hash before it, as 64 hexadecimal digits.',
  }),
  createdAt: z.iso.datetime().meta({
    description: 'When the addendum was added, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type Addendum = z.infer<typeof Addendum>

export const CreateAddendum = z
  .strictObject({
    text: section().min(1).meta({
      description: 'Text of the addendum, up to 20,000 characters.',
      example: 'The hearing test was normal.',
    }),
  })
  .meta({ id: 'CreateAddendum', example: { text: 'The hearing test was normal.' } })

const problem = z
  .enum(['content_changed', 'session_changed', 'signature_invalid', 'chain_broken'])
  .nullable()
  .meta({ description: 'What differs from what was signed; null if nothing does.', example: null })

export const NoteSignature = resourceSchema('NoteSignature', {
  id: idOf('noteSignature'),
  role: z
    .enum(['AUTHOR', 'COSIGNER'])
    .meta({ description: 'Whether the author or the supervisor signed.' }),
  revision: z.int().meta({
    description: 'Number of the revision. It increases each time a supervisor returns the note.',
    example: 1,
  }),
  ...signer,
  delegatedById: idOf('provider').nullable().meta({
    description:
      'Supervisor named by the note, if the supervisor’s delegate signed; otherwise null.',
    example: null,
  }),
  contentHash: hash().meta({
    description: 'SHA-256 of the signed text, as 64 hexadecimal digits.',
  }),
  keyId: z.string().meta({
    description: 'ID of the platform key that made the signature.',
    example: exampleId('signingKey'),
  }),
  signature: z.string().meta({ description: 'Ed25519 signature, as base64url.', example: 'x5Yc…' }),
  signedAt: z.iso.datetime().meta({
    description: 'When the signature was made, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  problem,
})
export type NoteSignature = z.infer<typeof NoteSignature>

export const NoteVerification = resourceSchema('NoteVerification', {
  noteId: idOf('sessionNote'),
  status: z.enum(NoteStatus).meta({ description: 'Status of the note.' }),
  contentHash: hash().meta({
    description: 'SHA-256 of the current text, as 64 hexadecimal digits.',
  }),
  valid: z.boolean().meta({
    description: 'Whether the text, signatures and addenda match what was signed.',
    example: true,
  }),
  problem: z.enum(['status_changed']).nullable().meta({
    description:
      'What is wrong with the status, if it differs from the one that the signatures and addenda prove; otherwise null.',
    example: null,
  }),
  missing: z.array(z.enum(['AUTHOR', 'COSIGNER'])).meta({
    description: 'Signatures that the status requires but that do not exist.',
    example: [],
  }),
  lost: z.array(z.string()).meta({
    description: 'Signatures and addenda that are in the audit trail but no longer in the note.',
    example: [],
  }),
  signatures: z
    .array(NoteSignature)
    .meta({ description: 'Each signature, with what is wrong with it, if anything.' }),
  addenda: z
    .array(
      z.strictObject({
        id: idOf('noteAddendum'),
        number: z
          .int()
          .meta({ description: 'Number of the addendum, counted from 1.', example: 1 }),
        problem,
      }),
    )
    .meta({ description: 'Each addendum, with what is wrong with it, if anything.' }),
})
export type NoteVerification = z.infer<typeof NoteVerification>

/** The parts of the session that its note shows. */
export const include = {
  session: { select: { childId: true, providerId: true, startedAt: true } },
} as const satisfies Prisma.SessionNoteInclude

export type SessionNoteRow = Prisma.SessionNoteGetPayload<{ include: typeof include }>

/** The text of a stored note, in any format. */
export const noteTextOf = ({
  subjective,
  objective,
  assessment,
  plan,
  sections,
}: Pick<SessionNoteRow, keyof NoteText>): NoteText => ({
  subjective,
  objective,
  assessment,
  plan,
  sections: fromJson(NoteSections, sections),
})

/** The columns of a text. */
export const textColumns = ({ sections, ...soap }: NoteText) => ({
  ...soap,
  sections: jsonArray(sections),
})

export const toSessionNote = (row: SessionNoteRow): SessionNote => ({
  id: row.id,
  sessionId: row.sessionId,
  childId: row.session.childId,
  providerId: row.session.providerId,
  sessionStartedAt: utc(row.session.startedAt),
  status: row.status as NoteStatus,
  format: row.format as NoteFormat,
  ...noteTextOf(row),
  authorId: row.authorId,
  templateId: row.templateId,
  supervisorId: row.supervisorId,
  returnReason: row.returnReason,
  signedAt: utcOrNull(row.signedAt),
  ...recordOf(row),
})

export const toNoteVersion = (row: SessionNoteVersion): NoteVersion => ({
  version: row.version,
  ...noteTextOf(row),
  savedBy: row.savedBy,
  savedAt: utc(row.savedAt),
})

const signedByOf = (id: string, row: { signerName: string; signerSessionId: string | null }) => ({
  kind: KIND_BY_PREFIX[id.split('_')[0]!] ?? ('SYSTEM' as const),
  id,
  name: row.signerName,
  sessionId: row.signerSessionId,
})

const KIND_BY_PREFIX: Record<string, 'USER' | 'API_KEY'> = {
  [ID_PREFIXES.user]: 'USER',
  [ID_PREFIXES.apiKey]: 'API_KEY',
}

export const toAddendum = (row: SessionNoteAddendum): Addendum => ({
  id: row.id,
  noteId: row.noteId,
  number: row.number,
  text: row.text,
  authorId: row.authorId,
  signedBy: signedByOf(row.authorId, row),
  providerId: row.providerId,
  onBehalf: row.onBehalf,
  previousHash: row.previousHash,
  hash: row.hash,
  createdAt: utc(row.createdAt),
})

export const toSignature = (row: SessionNoteSignature): Omit<NoteSignature, 'problem'> => ({
  id: row.id,
  role: row.role as NoteSignature['role'],
  revision: row.revision,
  signedBy: signedByOf(row.actorId, row),
  providerId: row.providerId,
  onBehalf: row.onBehalf,
  delegatedById: row.delegatedById,
  contentHash: row.contentHash,
  keyId: row.keyId,
  signature: row.signature,
  signedAt: utc(row.signedAt),
})
