import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { because } from '#platform/core/input/issue.ts'
import { prose } from '#platform/core/records/record.ts'

/** Kinds of evidence in the form of text. */
export const TextKind = [
  'SERVICE_DESCRIPTION',
  'SERVICE_DATE',
  'CANCELLATION_POLICY',
  'CANCELLATION_REBUTTAL',
  'REFUND_POLICY',
  'REFUND_REFUSAL',
  'DUPLICATE_EXPLANATION',
  'OTHER',
] as const

/** Kinds of evidence in the form of documents. */
const DocumentKind = [
  'RECEIPT',
  'SERVICE_DOCUMENTATION',
  'DUPLICATE_DOCUMENTATION',
  'OTHER',
] as const

const EXAMPLE = {
  texts: [{ kind: 'SERVICE_DESCRIPTION' as const, text: 'Speech therapy of 45 minutes.' }],
  documents: [{ kind: 'RECEIPT' as const, invoiceId: exampleId('invoice') }],
}

const EvidenceText = z
  .strictObject({
    kind: z
      .enum(TextKind)
      .meta({ description: 'Subject of the text.', example: 'SERVICE_DESCRIPTION' }),
    text: prose(15_000)
      .min(1)
      .meta({ description: 'Text for the bank.', example: 'Speech therapy of 45 minutes.' }),
  })
  .meta({ id: 'EvidenceText', example: EXAMPLE.texts[0]! })

const EvidenceDocument = z
  .strictObject({
    kind: z
      .enum(DocumentKind)
      .meta({ description: 'What the document shows.', example: 'RECEIPT' }),
    invoiceId: idOf('invoice').meta({
      description: 'Issued invoice of the order. The bank gets its PDF.',
      example: exampleId('invoice'),
    }),
  })
  .meta({ id: 'EvidenceDocument', example: EXAMPLE.documents[0]! })

/** Checks that there is one item of each kind at most, because banks accept only one. */
const isOneOfAKind = (items: readonly { kind: string }[]): boolean =>
  new Set(items.map(({ kind }) => kind)).size === items.length
const ONE_OF_A_KIND = { error: 'must have at most one of each kind', params: because('duplicate') }

/** The evidence that a centre submits to the bank. */
export const DisputeEvidence = z
  .strictObject({
    texts: z
      .array(EvidenceText)
      .max(TextKind.length)
      .refine(isOneOfAKind, ONE_OF_A_KIND)
      .default([])
      .meta({ description: 'Texts, at most one of each kind.', example: EXAMPLE.texts }),
    documents: z
      .array(EvidenceDocument)
      .max(DocumentKind.length)
      .refine(isOneOfAKind, ONE_OF_A_KIND)
      .default([])
      .meta({ description: 'Invoices, at most one of each kind.', example: EXAMPLE.documents }),
  })
  .refine(({ texts, documents }) => texts.length + documents.length > 0, {
    path: ['texts'],
    error: 'must have at least one text or document',
    params: because('required'),
  })
  .meta({ id: 'DisputeEvidence', example: EXAMPLE })
export type DisputeEvidence = z.infer<typeof DisputeEvidence>
