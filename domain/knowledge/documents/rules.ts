import { withoutDeception } from '#platform/core/records/record.ts'
import { refuseFile } from '#platform/files/rules.ts'

/** Maximum number of files per upload. */
export const MOST_FILES = 20

export const KNOWLEDGE_FORMATS = ['PDF', 'DOCX', 'HTML', 'MARKDOWN', 'TEXT'] as const
export type KnowledgeFormat = (typeof KNOWLEDGE_FORMATS)[number]

export const KNOWLEDGE_STATUSES = [
  'RECEIVED',
  'READING',
  'INDEXING',
  'READY',
  'FAILED',
  'REMOVED',
] as const
export type KnowledgeStatus = (typeof KNOWLEDGE_STATUSES)[number]

export const INGESTION_STAGES = ['READ', 'INDEX', 'EMBED'] as const
type IngestionStage = (typeof INGESTION_STAGES)[number]
export const STAGE_STATUSES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const
type StageStatus = (typeof STAGE_STATUSES)[number]

interface Progress {
  status: KnowledgeStatus
  passagesRead: number
  passages: number
  /** Null if no embedding model is configured. */
  embeddingModel: string | null
  passagesEmbedded: number
}

type OwnStage = Exclude<IngestionStage, 'EMBED'>

/** The progress of each stage, by the document's status. A removed document has none. */
const STAGE_STATUS: Readonly<Record<KnowledgeStatus, Record<OwnStage, StageStatus> | null>> = {
  RECEIVED: { READ: 'WAITING', INDEX: 'WAITING' },
  READING: { READ: 'RUNNING', INDEX: 'WAITING' },
  INDEXING: { READ: 'DONE', INDEX: 'RUNNING' },
  READY: { READ: 'DONE', INDEX: 'DONE' },
  FAILED: { READ: 'FAILED', INDEX: 'WAITING' },
  REMOVED: null,
}

interface Stage {
  name: IngestionStage
  status: StageStatus
  passages: number
  of: number | null
}

export const stagesOf = (progress: Progress): Stage[] => {
  const { passagesRead, passages, embeddingModel, passagesEmbedded } = progress
  const statuses = STAGE_STATUS[progress.status]
  if (!statuses) return []
  const isRead = statuses.READ === 'DONE'
  const of = isRead ? passagesRead : null
  const stages: Stage[] = [
    { name: 'READ', status: statuses.READ, passages: of ?? 0, of },
    { name: 'INDEX', status: statuses.INDEX, passages, of },
  ]
  if (embeddingModel === null) return stages
  const status = passagesEmbedded < passagesRead ? 'RUNNING' : 'DONE'
  return [...stages, { name: 'EMBED', status, passages: passagesEmbedded, of }]
}

const BY_CONTENT: Record<string, KnowledgeFormat> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
}

/** The format of a file, detected from its bytes. For text, its name decides. */
export const formatOf = (content: string | undefined, name: string): KnowledgeFormat => {
  const known = content === undefined ? undefined : BY_CONTENT[content]
  if (known) return known
  if (content !== 'text/plain')
    throw refuseFile(
      'content_mismatch',
      `is ${content ?? 'of an unknown type'}. Send PDF, DOCX, HTML, Markdown or UTF-8 text`,
    )
  if (/\.html?$/i.test(name)) return 'HTML'
  return /\.(?:md|markdown)$/i.test(name) ? 'MARKDOWN' : 'TEXT'
}

const LONGEST_NAME = 200

/** A file name for display: one line of visible characters, without folders. */
export const shownName = (name: string): string =>
  withoutDeception(name.split(/[/\\]/).at(-1)!.normalize('NFC'))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim() || 'Document'
