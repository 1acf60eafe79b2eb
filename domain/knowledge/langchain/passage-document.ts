import { Document } from '@langchain/core/documents'

/** Where a passage is, with which it can be cited. */
export interface PassageMetadata {
  documentId: string
  edition: number
  title: string
  page: number | null
  headings: string[]
  /** The place of its characters in the text of the document. */
  start: number
  end: number
  score: number
}

export type PassageDocument = Document<PassageMetadata>

/** A passage as LangChain's document. */
export const passageDocument = ({
  text,
  documentId,
  edition,
  title,
  page,
  headings,
  start,
  end,
  score,
}: PassageMetadata & { text: string }): PassageDocument =>
  new Document({
    pageContent: text,
    metadata: { documentId, edition, title, page, headings, start, end, score },
  })
