import { z } from 'zod'
import type { KnowledgeDocument as DocumentModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull, utcOrNull } from '#platform/core/time/time.ts'
import type { StoredBytes } from '#platform/files/store-bytes.ts'
import { LANGUAGES } from '../assistants/rules.ts'
import { DOCUMENT_LABELS } from './document-labels.ts'
import {
  INGESTION_STAGES,
  KNOWLEDGE_FORMATS,
  KNOWLEDGE_STATUSES,
  MOST_FILES,
  STAGE_STATUSES,
  stagesOf,
  type KnowledgeFormat,
  type KnowledgeStatus,
} from './rules.ts'

/** A stored file that has no record yet. */
export interface ReceivedDocument extends StoredBytes {
  id: string
  name: string
  format: KnowledgeFormat
}

const received = z.custom<ReceivedDocument>((value) => typeof value === 'object')

/** The parts of an upload. */
export const UploadKnowledge = z.strictObject({
  assistantId: idOf('assistant'),
  replacesId: idOf('knowledgeDocument').exactOptional().meta({
    description:
      'Document that the uploaded file replaces. Only one file can be sent with it. The old document is used until the new one is indexed.',
  }),
  files: z
    .array(received)
    .min(1)
    .max(MOST_FILES)
    .meta({
      description: `PDF, DOCX, HTML, Markdown or UTF-8 text files; at most ${MOST_FILES} files of 25 MiB each.`,
    }),
})
export type UploadKnowledge = z.infer<typeof UploadKnowledge>

const Warning = z
  .strictObject({
    code: growing(
      z.enum(['page_without_text', 'hidden_text_left_out', 'struck_text_left_out']),
    ).meta({
      description:
        'Stable code of the warning. `page_without_text`: the page is probably a scan. `hidden_text_left_out`: the file contains text that its readers do not see. `struck_text_left_out`: it contains text that is struck out, which is no longer valid.',
    }),
    page: z.int().nullable().meta({
      description: 'Page to which the warning applies; null if there is none.',
      example: 3,
    }),
  })
  .meta({ id: 'KnowledgeWarning', example: { code: 'page_without_text', page: 3 } })
export const Warnings = z.array(Warning).max(1_000)

const Stage = z
  .strictObject({
    name: growing(z.enum(INGESTION_STAGES)).meta({
      description:
        'READ extracts the text. INDEX makes its passages searchable. EMBED creates their vectors, if the operator has configured an embedding model.',
      example: 'INDEX',
    }),
    status: growing(z.enum(STAGE_STATUSES)).meta({
      description: 'Progress of the stage.',
      example: 'DONE',
    }),
    passages: z.int().meta({ description: 'Number of passages processed so far.', example: 12 }),
    of: z.int().nullable().meta({
      description: 'Number of passages in the document; null until it is read.',
      example: 12,
    }),
  })
  .meta({ id: 'KnowledgeStage' })

const Failure = z
  .strictObject({
    code: line(50).meta({ description: 'Stable code of the reason.', example: 'encrypted' }),
    detail: line(500).meta({
      description: 'Reason, and what to do about it.',
      example: 'The file is encrypted. Save it without a password.',
    }),
  })
  .meta({ id: 'KnowledgeFailure' })

/** The members of a document that people set. */
const described = {
  name: line(200).meta({
    description: 'Name of the document. Defaults to the name of the file.',
    example: 'cancellations.md',
  }),
  labels: DOCUMENT_LABELS.meta({
    description:
      'Labels that the centre uses for kinds of documents. Questions can be restricted to labels.',
    example: ['policy'],
  }),
  startsOn: calendarDate().nullable().meta({
    description: 'First day on which the document is used; null for no restriction.',
    example: null,
  }),
  endsOn: calendarDate().nullable().meta({
    description:
      'Last day on which the document is used, so that no expired policy is quoted; null for no restriction.',
    example: null,
  }),
}

export const PatchKnowledgeDocument = z
  .strictObject({
    name: described.name.exactOptional(),
    labels: described.labels.exactOptional(),
    startsOn: described.startsOn.exactOptional(),
    endsOn: described.endsOn.exactOptional(),
  })
  .meta({
    id: 'PatchKnowledgeDocument',
    example: { labels: ['policy'], endsOn: '2027-06-30' },
  })
export type PatchKnowledgeDocument = z.infer<typeof PatchKnowledgeDocument>

export const KnowledgeDocument = resourceSchema('KnowledgeDocument', {
  id: idOf('knowledgeDocument'),
  assistantId: idOf('assistant'),
  ...described,
  format: growing(z.enum(KNOWLEDGE_FORMATS)).meta({
    description: 'Type of the file, detected from its content.',
    example: 'MARKDOWN',
  }),
  sizeBytes: z.int().meta({ description: 'Size of the file in bytes.', example: 48_213 }),
  sha256: z.string().meta({
    description: 'SHA-256 of the file, in hexadecimal digits.',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  }),
  edition: z.int().meta({
    description: 'Edition, counted from 1. It increases with each replacement.',
    example: 1,
  }),
  replacesId: idOf('knowledgeDocument').nullable().meta({
    description: 'Document that this one replaces; null if there is none.',
    example: null,
  }),
  status: growing(z.enum(KNOWLEDGE_STATUSES)).meta({
    description:
      'RECEIVED: the document is stored. READING: its text is being extracted. INDEXING: its passages are being indexed. READY: it is used for answers. FAILED: it cannot be used; `failure` gives the reason. REMOVED: its file and text are deleted.',
    example: 'READY',
  }),
  pageCount: z
    .int()
    .nullable()
    .meta({ description: 'Number of pages of a PDF; null for other formats.', example: null }),
  language: growing(z.enum(LANGUAGES)).nullable().meta({
    description:
      'Language of the document, one of the assistant’s languages; null until it is read.',
    example: 'en',
  }),
  warnings: Warnings.meta({
    description:
      'Content that is not used for answers, such as a scanned page without text, or text that is struck out.',
    example: [],
  }),
  failure: Failure.nullable().meta({
    description: 'Reason why the document cannot be used; null if it can.',
    example: null,
  }),
  stages: z.array(Stage).meta({ description: 'Progress of each stage.' }),
  passages: z.int().meta({ description: 'Number of passages indexed so far.', example: 12 }),
  readyAt: z.iso.datetime().nullable().meta({
    description: 'When the document became READY, in UTC; null until then.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  removedAt: z.iso.datetime().nullable().meta({
    description: 'When the document was removed, in UTC; null if it was not.',
    example: null,
  }),
  ...recordMembers,
})
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>

export const toKnowledgeDocument = (row: DocumentModel): KnowledgeDocument => ({
  id: row.id,
  assistantId: row.assistantId,
  name: row.name,
  labels: row.labels,
  startsOn: dateTextOrNull(row.startsOn),
  endsOn: dateTextOrNull(row.endsOn),
  format: row.format as KnowledgeFormat,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  edition: row.edition,
  replacesId: row.replacesId,
  status: row.status as KnowledgeDocument['status'],
  pageCount: row.pageCount,
  language: row.language as KnowledgeDocument['language'],
  warnings: fromJson(Warnings, row.warnings),
  failure: row.failureCode
    ? { code: row.failureCode, detail: row.failureDetail ?? row.failureCode }
    : null,
  stages: stagesOf({
    status: row.status as KnowledgeStatus,
    passagesRead: row.passagesRead,
    passages: row.passages,
    embeddingModel: row.embeddingModel,
    passagesEmbedded: row.passagesEmbedded,
  }),
  passages: row.passages,
  readyAt: utcOrNull(row.readyAt),
  removedAt: utcOrNull(row.removedAt),
  ...recordOf(row),
})
