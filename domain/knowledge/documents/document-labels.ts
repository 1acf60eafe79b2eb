import { z } from 'zod'
import { line } from '#platform/core/records/record.ts'

const MOST_LABELS = 20

/** Labels of documents, which a question can select. */
export const DOCUMENT_LABELS = z
  .array(line(50).trim().min(1))
  .max(MOST_LABELS)
  .refine((all) => new Set(all).size === all.length, { error: 'must not contain duplicates' })
